// The language server of nazo for VS Code: it is started when a spec is opened, and asked through vscode-languageclient.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const settings = workspace.getConfiguration("nazo");
  client = new LanguageClient(
    "nazo",
    "Nazo",
    { command: settings.get("command"), args: settings.get("arguments") },
    { documentSelector: [{ language: "nazo" }, { language: "nazo-instance" }] },
  );
  await client.start();
};

exports.deactivate = () => client?.stop();
