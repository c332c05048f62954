#compdef nazo
# Completion of nazo's command line for zsh: source <(nazo completion zsh)
_nazo() {
  local line files described=() open=() tab=$'\t'
  for line in "${(@f)$(nazo complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      '') ;;
      :files) files=1 ;;
      *=$tab*|*=) open+=("${${line%%$tab*}//:/\\:}:${line#*$tab}") ;;
      *) described+=("${${line%%$tab*}//:/\\:}:${line#*$tab}") ;;
    esac
  done
  (( $#described )) && _describe nazo described
  (( $#open )) && _describe given open -S ''
  [[ -n $files ]] && _files
}
compdef _nazo nazo
