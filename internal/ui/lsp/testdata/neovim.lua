-- What a user of neovim does with a spec. Each line written is compared with neovim.txt.
local out = io.open(os.getenv("OUT"), "w")
local function say(...)
  out:write(table.concat({ ... }, " "), "\n")
end
local function fail(why)
  say("FAILED:", why)
  out:close()
  vim.cmd("cquit")
end
local function wait(what, done)
  if not vim.wait(60000, done, 5) then
    fail("nothing came: " .. what)
  end
end

local file = vim.fn.getcwd() .. "/謎.nazo"
local lines = {
  'puzzle islands "謎 🧩"',
  "given clue: grid of 0..4?",
  "find light: set of cells(clue)",
  'rule "謎 🧩" for c in clues(clue): size(neighbors(kign(clue), c) & light) = clue[c]',
  'rule "none" for c in clues(clue): not (c in light)',
  'example "one" clue = """',
  "  1 .",
  '""": expect 1 solution',
}
vim.fn.writefile(lines, file)
vim.cmd("edit " .. vim.fn.fnameescape(file))
local buffer = vim.api.nvim_get_current_buf()

local ready = false
local client = vim.lsp.start_client({
  name = "nazo",
  cmd = { os.getenv("SERVER") },
  root_dir = vim.fn.getcwd(),
  on_attach = function() ready = true end,
})
vim.lsp.buf_attach_client(buffer, client)
wait("attachment", function() return ready end)

local function diagnostics(count, code)
  wait("diagnostics", function()
    local all = vim.diagnostic.get(buffer)
    return #all == count and (count == 0 or all[1].code == code)
  end)
  for _, d in ipairs(vim.diagnostic.get(buffer)) do
    say("diagnostic", d.lnum + 1, d.col, d.end_col, d.code, (d.message:gsub("\n", "; ")))
  end
end
local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 60000)
  if not answers or not answers[client] or answers[client].err then
    fail(method .. vim.inspect(answers))
  end
  return answers[client].result
end
local function at(line, text)
  vim.api.nvim_win_set_cursor(0, { line, vim.fn.getline(line):find(text, 1, true) - 1 })
  return vim.lsp.util.make_position_params()
end

-- A mistake, and its mending by the action that the server offers.
diagnostics(1, "unknown-function")
local params = vim.lsp.util.make_range_params()
params.context = { diagnostics = {} }
params.range.start = at(4, "kign").position
params.range["end"] = params.range.start
local action = ask("textDocument/codeAction", params)[1]
say("action", action.title)
local encoding = vim.lsp.get_client_by_id(client).offset_encoding
vim.lsp.util.apply_workspace_edit(action.edit, encoding)
say("line 4", vim.fn.getline(4))
diagnostics(0)

-- Questions.
say("hover", (ask("textDocument/hover", at(4, "neighbors")).contents.value:gsub("\n.*", "")))
local definition = ask("textDocument/definition", at(4, "light"))
say("definition", definition.range.start.line + 1, definition.range.start.character)
say("symbols", #ask("textDocument/documentSymbol", { textDocument = vim.lsp.util.make_text_document_params() }))

-- Renaming, formatting.
local rename = at(4, "clue[c]")
rename.newName = "数"
vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", rename), encoding)
say("line 4", vim.fn.getline(4))
vim.api.nvim_buf_set_lines(buffer, 2, 3, false, { "find   light :set of cells( 数 )" })
local edits = ask("textDocument/formatting", { textDocument = vim.lsp.util.make_text_document_params(), options = { tabSize = 2, insertSpaces = true } })
vim.lsp.util.apply_text_edits(edits, buffer, encoding)
say("line 3", vim.fn.getline(3))

-- Completion in an unfinished line.
vim.api.nvim_buf_set_lines(buffer, 5, 5, false, { 'rule "謎": all c in li' })
vim.api.nvim_win_set_cursor(0, { 6, #vim.fn.getline(6) })
local here = vim.lsp.util.make_position_params()
here.position.character = here.position.character + 1
say("completion", ask("textDocument/completion", here).items[1].label)
vim.api.nvim_buf_set_lines(buffer, 5, 6, false, {})

-- A lens runs the example, and the outcome stands at it.
local lens
for _, l in ipairs(ask("textDocument/codeLens", { textDocument = vim.lsp.util.make_text_document_params() })) do
  if l.command.command == "nazo.run" then lens = l end
end
say("lens", lens.range.start.line + 1, lens.command.title)
ask("workspace/executeCommand", lens.command)
diagnostics(1, "example-passed")

vim.lsp.stop_client(client)
wait("the end of the server", function() return #vim.lsp.get_active_clients() == 0 end)
say("done")
out:close()
