" Nazo: comments and indentation; in neovim, nazo lsp.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1
setlocal commentstring=#\ %s comments=:# shiftwidth=2 softtabstop=2 expandtab
let b:undo_ftplugin = "setlocal commentstring< comments< shiftwidth< softtabstop< expandtab<"
if has("nvim-0.8") && executable("nazo") && !exists("g:nazo_no_lsp")
  lua vim.lsp.start({ name = "nazo", cmd = { "nazo", "lsp" }, root_dir = vim.fs.dirname(vim.api.nvim_buf_get_name(0)) })
endif
