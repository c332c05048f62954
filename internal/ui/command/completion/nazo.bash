# Completion of nazo's command line for bash: source <(nazo completion bash)
_nazo() {
  # bash cuts words at = and :, so they are put together again.
  local words=() i glue= IFS=$'\n'
  for ((i = 1; i <= COMP_CWORD; i++)); do
    local word=${COMP_WORDS[i]}
    if [[ ${#words[@]} -gt 0 && ( $glue || $word == [=:]* ) ]]; then
      words[${#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
    glue=; [[ $word == *[=:] ]] && glue=1
  done
  local current=${words[${#words[@]}-1]} line files= all=()
  while IFS= read -r line; do
    line=${line%%$'\t'*}
    if [[ $line == ":files" ]]; then files=1; else all+=("$line"); fi
  done < <(nazo complete -- "${words[@]}" 2>/dev/null)
  [[ $files ]] && while IFS= read -r line; do
    [[ -d $line ]] && line+=/
    all+=("$line")
  done < <(compgen -f -- "$current")
  local cut=
  [[ $current == *[=:]* ]] && cut=${current%"${current##*[=:]}"}
  COMPREPLY=()
  for line in "${all[@]}"; do COMPREPLY+=("${line#"$cut"}"); done
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=/] ]]; then compopt -o nospace; fi
}
complete -F _nazo nazo
