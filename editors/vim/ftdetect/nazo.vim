autocmd BufRead,BufNewFile *.nazo setfiletype nazo
