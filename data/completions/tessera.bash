# Completion of tessera's command line for bash.
_tessera() {
    local cur prev words cword split
    _init_completion -s || return
    case $prev in
        --sort) COMPREPLY=($(compgen -W 'listing name taken modified size' -- "$cur")) ;;
        --group) COMPREPLY=($(compgen -W 'none day month year folder' -- "$cur")) ;;
        --layout) COMPREPLY=($(compgen -W 'squares whole justified' -- "$cur")) ;;
        --scenario) COMPREPLY=($(compgen -W 'sweep fling jump revisit zoom timeline select cull compare' -- "$cur")) ;;
        --color-scheme) COMPREPLY=($(compgen -W 'light dark' -- "$cur")) ;;
        --screenshot) _filedir ;;
        --cache-dir) _filedir -d ;;
        # Unlike the others, this one takes a value only after =.
        --profile) if $split; then _filedir; else prev=; fi ;;
        --search | --tile-size | --window-size) ;;
        *) prev= ;;
    esac
    if [[ -n $prev ]] || $split; then return; fi
    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '--sample --sort= --descending --group= --search= --profile --profile= --scenario=
            --screenshot= --tile-size= --layout= --window-size= --naive --cache-dir= --no-disk-cache --in-process-decoding --color-scheme=
            --version --help' -- "$cur"))
        [[ ${COMPREPLY-} != *= ]] || compopt -o nospace
    else
        _filedir
    fi
}
complete -F _tessera tessera
