package lsp

import (
	"encoding/json"

	"nazo/ide"
)

// The structs of the language server protocol, version 3.17, that this server needs; fields that it neither reads nor writes are left out.

type (
	position = ide.Position

	lspRange struct {
		Start position `json:"start"`
		End   position `json:"end"`
	}
	location struct {
		URI   string   `json:"uri"`
		Range lspRange `json:"range"`
	}
	textEdit struct {
		Range   lspRange `json:"range"`
		NewText string   `json:"newText"`
	}
	workspaceEdit struct {
		DocumentChanges []documentEdit        `json:"documentChanges,omitempty"`
		Changes         map[string][]textEdit `json:"changes,omitempty"`
	}
	documentEdit struct {
		TextDocument versioned  `json:"textDocument"`
		Edits        []textEdit `json:"edits"`
	}
	identifier struct {
		URI string `json:"uri"`
	}
	versioned struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
	}
	markup struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	}
)

// What the client sends with initialize, and what it is told.
type (
	initializeParams struct {
		Capabilities          clientCapabilities `json:"capabilities"`
		InitializationOptions json.RawMessage    `json:"initializationOptions"`
	}
	clientCapabilities struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
		TextDocument struct {
			Completion struct {
				CompletionItem struct {
					SnippetSupport bool `json:"snippetSupport"`
				} `json:"completionItem"`
			} `json:"completion"`
			PublishDiagnostics struct {
				RelatedInformation bool `json:"relatedInformation"`
			} `json:"publishDiagnostics"`
			DocumentSymbol struct {
				Hierarchical bool `json:"hierarchicalDocumentSymbolSupport"`
			} `json:"documentSymbol"`
		} `json:"textDocument"`
		Workspace struct {
			InlayHint     refreshSupport `json:"inlayHint"`
			CodeLens      refreshSupport `json:"codeLens"`
			WorkspaceEdit struct {
				DocumentChanges bool `json:"documentChanges"`
			} `json:"workspaceEdit"`
		} `json:"workspace"`
		Window struct {
			ShowDocument struct {
				Support bool `json:"support"`
			} `json:"showDocument"`
		} `json:"window"`
	}
	refreshSupport struct {
		RefreshSupport bool `json:"refreshSupport"`
	}
	initializeResult struct {
		Capabilities serverCapabilities `json:"capabilities"`
		ServerInfo   serverInfo         `json:"serverInfo"`
	}
	serverInfo struct {
		Name    string `json:"name"`
		Version string `json:"version,omitempty"`
	}
	serverCapabilities struct {
		PositionEncoding           string                `json:"positionEncoding"`
		TextDocumentSync           syncOptions           `json:"textDocumentSync"`
		HoverProvider              bool                  `json:"hoverProvider"`
		DefinitionProvider         bool                  `json:"definitionProvider"`
		ReferencesProvider         bool                  `json:"referencesProvider"`
		DocumentHighlightProvider  bool                  `json:"documentHighlightProvider"`
		DocumentSymbolProvider     bool                  `json:"documentSymbolProvider"`
		FoldingRangeProvider       bool                  `json:"foldingRangeProvider"`
		DocumentFormattingProvider bool                  `json:"documentFormattingProvider"`
		InlayHintProvider          bool                  `json:"inlayHintProvider"`
		RenameProvider             renameOptions         `json:"renameProvider"`
		CompletionProvider         completionOptions     `json:"completionProvider"`
		SignatureHelpProvider      signatureOptions      `json:"signatureHelpProvider"`
		CodeActionProvider         codeActionOptions     `json:"codeActionProvider"`
		CodeLensProvider           struct{}              `json:"codeLensProvider"`
		SemanticTokensProvider     semanticTokensOptions `json:"semanticTokensProvider"`
		ExecuteCommandProvider     commandOptions        `json:"executeCommandProvider"`
	}
	syncOptions struct {
		OpenClose bool `json:"openClose"`
		Change    int  `json:"change"`
	}
	renameOptions struct {
		PrepareProvider bool `json:"prepareProvider"`
	}
	completionOptions struct {
		TriggerCharacters []string `json:"triggerCharacters,omitempty"`
	}
	signatureOptions struct {
		TriggerCharacters []string `json:"triggerCharacters"`
	}
	codeActionOptions struct {
		CodeActionKinds []string `json:"codeActionKinds"`
	}
	commandOptions struct {
		Commands []string `json:"commands"`
	}
	semanticTokensOptions struct {
		Legend tokenLegend `json:"legend"`
		Full   bool        `json:"full"`
		Range  bool        `json:"range"`
	}
	tokenLegend struct {
		TokenTypes     []string `json:"tokenTypes"`
		TokenModifiers []string `json:"tokenModifiers"`
	}
)

// Texts and their changes.
type (
	didOpenParams struct {
		TextDocument struct {
			URI        string `json:"uri"`
			LanguageID string `json:"languageId"`
			Version    int    `json:"version"`
			Text       string `json:"text"`
		} `json:"textDocument"`
	}
	didChangeParams struct {
		TextDocument   versioned       `json:"textDocument"`
		ContentChanges []contentChange `json:"contentChanges"`
	}
	contentChange struct {
		Range *lspRange `json:"range"`
		Text  string    `json:"text"`
	}
	textDocumentParams struct {
		TextDocument identifier `json:"textDocument"`
	}
	positionParams struct {
		TextDocument identifier `json:"textDocument"`
		Position     position   `json:"position"`
	}
	rangeParams struct {
		TextDocument identifier `json:"textDocument"`
		Range        lspRange   `json:"range"`
	}
	cancelParams struct {
		ID json.RawMessage `json:"id"`
	}
)

// Diagnostics.
type (
	publishParams struct {
		URI         string       `json:"uri"`
		Version     *int         `json:"version,omitempty"`
		Diagnostics []diagnostic `json:"diagnostics"`
	}
	diagnostic struct {
		Range              lspRange  `json:"range"`
		Severity           int       `json:"severity"`
		Code               string    `json:"code,omitempty"`
		Source             string    `json:"source"`
		Message            string    `json:"message"`
		RelatedInformation []related `json:"relatedInformation,omitempty"`
	}
	related struct {
		Location location `json:"location"`
		Message  string   `json:"message"`
	}
)

// Questions and answers.
type (
	hover struct {
		Contents markup   `json:"contents"`
		Range    lspRange `json:"range"`
	}
	referenceParams struct {
		positionParams
		Context struct {
			IncludeDeclaration bool `json:"includeDeclaration"`
		} `json:"context"`
	}
	documentHighlight struct {
		Range lspRange `json:"range"`
		Kind  int      `json:"kind"`
	}
	renameParams struct {
		positionParams
		NewName string `json:"newName"`
	}
	documentSymbol struct {
		Name           string           `json:"name"`
		Detail         string           `json:"detail,omitempty"`
		Kind           int              `json:"kind"`
		Range          lspRange         `json:"range"`
		SelectionRange lspRange         `json:"selectionRange"`
		Children       []documentSymbol `json:"children,omitempty"`
	}
	foldingRange struct {
		StartLine int    `json:"startLine"`
		EndLine   int    `json:"endLine"`
		Kind      string `json:"kind,omitempty"`
	}
	signatureHelp struct {
		Signatures      []signatureInformation `json:"signatures"`
		ActiveSignature int                    `json:"activeSignature"`
		ActiveParameter int                    `json:"activeParameter"`
	}
	signatureInformation struct {
		Label         string                 `json:"label"`
		Documentation *markup                `json:"documentation,omitempty"`
		Parameters    []parameterInformation `json:"parameters"`
	}
	parameterInformation struct {
		Label string `json:"label"`
	}
	completionList struct {
		IsIncomplete bool             `json:"isIncomplete"`
		Items        []completionItem `json:"items"`
	}
	completionItem struct {
		Label            string    `json:"label"`
		Kind             int       `json:"kind"`
		Detail           string    `json:"detail,omitempty"`
		Documentation    *markup   `json:"documentation,omitempty"`
		SortText         string    `json:"sortText,omitempty"`
		InsertTextFormat int       `json:"insertTextFormat,omitempty"`
		TextEdit         *textEdit `json:"textEdit,omitempty"`
	}
	codeActionParams struct {
		TextDocument identifier `json:"textDocument"`
		Range        lspRange   `json:"range"`
	}
	codeAction struct {
		Title       string        `json:"title"`
		Kind        string        `json:"kind"`
		IsPreferred bool          `json:"isPreferred,omitempty"`
		Diagnostics []diagnostic  `json:"diagnostics,omitempty"`
		Edit        workspaceEdit `json:"edit"`
	}
	codeLens struct {
		Range   lspRange `json:"range"`
		Command command  `json:"command"`
	}
	command struct {
		Title     string `json:"title"`
		Command   string `json:"command"`
		Arguments []any  `json:"arguments,omitempty"`
	}
	inlayHint struct {
		Position    position `json:"position"`
		Label       string   `json:"label"`
		Kind        int      `json:"kind,omitempty"`
		Tooltip     string   `json:"tooltip,omitempty"`
		PaddingLeft bool     `json:"paddingLeft"`
	}
	semanticTokens struct {
		Data []int `json:"data"`
	}
	executeCommandParams struct {
		Command   string            `json:"command"`
		Arguments []json.RawMessage `json:"arguments"`
	}
	showDocumentParams struct {
		URI      string `json:"uri"`
		External bool   `json:"external"`
	}
	showMessageParams struct {
		Type    int    `json:"type"`
		Message string `json:"message"`
	}
)

// Numbers of the protocol.
const (
	severityError, severityWarning, severityInformation, severityHint = 1, 2, 3, 4
	messageError, messageWarning, messageInfo                         = 1, 2, 3
	incrementalSync                                                   = 2
	codeRequestCancelled                                              = -32800
	codeRequestFailed                                                 = -32803
	codeNotInitialized                                                = -32002
)
