# Shared by ./run and ./test: finds Python and Node, makes the virtual environment, builds the client.
# Everything is skipped when the stamp next to its result still matches, so a second start costs milliseconds.
# Expects: root (the project folder). Gives: venv, py.

home=${TEJIAN_HOME:-$root}
venv=$home/.venv
py=$venv/bin/python
export PYTHONPATH="$root/server" PIP_DISABLE_PIP_VERSION_CHECK=1 PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1

say() { printf '%s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

hash_of() { cat "$@" | sha256sum | cut -c1-64; }

one_at_a_time() { # two starts at once must not install into the same folder
    if command -v flock >/dev/null 2>&1; then
        exec 9<"$root/server/tools/setup.sh" && flock 9
    fi
}
let_go() { exec 9<&-; }

# Microseconds of some plain work, nothing of a Python that is too old. The same release built with profiles (Debian's)
# does the platform's work in two thirds of the time that one compiled at home takes.
speed='import sys, time
if sys.version_info < (3, 11): sys.exit(1)
def work(): return [sorted({"a": str(i), "b": [i]}) for i in range(3000)]
def spent(begun): work(); return time.process_time() - begun
print(round(min(spent(time.process_time()) for _ in range(9)) * 1e6))'
newline='
'

find_pythons() { # a line for each that will do; first the one that is quicker by a fifth than those named before it
    first='' rest='' least=0
    for candidate in ${TEJIAN_PYTHON:-python3 python3.13 python3.12 python3.11 python3.14 /usr/bin/python3}; do
        found=$(command -v "$candidate") && took=$("$found" -c "$speed" 2>/dev/null) || continue
        if [ -z "$first" ]; then
            first=$found least=$took
        elif [ $((took * 5)) -lt $((least * 4)) ]; then
            rest=$first$newline$rest first=$found least=$took
        else
            rest=$rest$found$newline
        fi
    done
    [ "$first" ] || fail "需要 Python 3.11 或更高版本 / Python 3.11 or newer is needed (Debian, Ubuntu: apt install python3 python3-venv)."
    printf '%s\n' "$first" "$rest"
}

make_venv() {
    bases=$(find_pythons) || exit 1
    usual=$IFS IFS=$newline
    for base in $bases; do
        IFS=$usual
        if venv_of "$base"; then return; fi
    done
    IFS=$usual
    rm -rf "$venv"
    fail "不能建立 Python 虚拟环境，请安装 python3-venv、virtualenv 或 uv 之一 / No way to make a virtual environment: install one of python3-venv, virtualenv, uv (Debian, Ubuntu: apt install python3-venv)."
}

venv_of() {
    rm -rf "$venv"
    # Debian splits ensurepip off into python3-venv, so plain `venv` may be missing its pip.
    if "$1" -m venv "$venv" >/dev/null 2>&1; then return; fi
    rm -rf "$venv"
    if "$1" -m virtualenv -q "$venv" >/dev/null 2>&1; then return; fi
    if command -v virtualenv >/dev/null 2>&1 && virtualenv -q -p "$1" "$venv"; then return; fi
    if command -v uv >/dev/null 2>&1 && uv venv -q --seed --python "$1" "$venv"; then return; fi
    "$1" -m pip --version >/dev/null 2>&1 && "$1" -m venv --without-pip "$venv"
}

pip_install() {
    if "$py" -m pip --version >/dev/null 2>&1; then
        "$py" -m pip install -q --no-deps --require-hashes "$@"
    else # made by `venv --without-pip`: the pip of the Python that made it installs into it
        "$("$py" -c 'import sys; print(sys._base_executable)')" -m pip --python "$py" install -q --no-deps --require-hashes "$@"
    fi
}

ensure_python() { # $@: lock files, each with its own stamp
    [ -d "$home" ] || mkdir -p "$home"
    if python_is_ready "$@"; then return; fi
    one_at_a_time
    if ! "$py" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        say "建立 Python 环境 … / making the Python environment: $venv"
        make_venv
    fi
    for lock in "$@"; do
        if python_is_ready "$lock"; then continue; fi
        say "安装 Python 依赖（首次约一分钟）… / installing Python packages (about a minute the first time)"
        pip_install -r "$lock" || fail "Python 依赖安装失败，见上文 / installing the Python packages failed, see above."
        hash_of "$lock" >"$venv/.stamp-$(basename "$lock")"
    done
    let_go
}

python_is_ready() {
    [ -x "$py" ] || return 1
    for wanted in "$@"; do
        [ "$(cat "$venv/.stamp-$(basename "$wanted")" 2>/dev/null)" = "$(hash_of "$wanted")" ] || return 1
    done
}

need_node() {
    command -v npm >/dev/null 2>&1 && node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null ||
        fail "需要 Node.js 20 或更高版本（含 npm）来编译网页 / Node.js 20 or newer with npm is needed to build the client."
}

ensure_node_modules() {
    want_modules=$(hash_of "$root/web/package-lock.json")
    if [ "$(cat "$root/web/node_modules/.stamp" 2>/dev/null)" = "$want_modules" ]; then return; fi
    need_node
    one_at_a_time
    if [ "$(cat "$root/web/node_modules/.stamp" 2>/dev/null)" != "$want_modules" ]; then
        say "安装网页依赖 … / installing the client's packages"
        (cd "$root/web" && npm ci --no-audit --no-fund --loglevel=error 9<&-) ||
            fail "网页依赖安装失败，见上文 / npm ci failed, see above."
        printf '%s' "$want_modules" >"$root/web/node_modules/.stamp"
    fi
    let_go
}

web_sources_hash() { # names and contents of everything a build reads
    (cd "$root/web" && {
        find . \( -name node_modules -o -name dist -o -name e2e -o -name test-results -o -name '.?*' \) \
            -prune -o -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
        sha256sum ../server/tejian/data/screens.csv
    } | sha256sum | cut -c1-64)
}

ensure_web() {
    [ -f "$root/web/package-lock.json" ] || { say "没有网页源代码，只启动服务端 / no client in web/, starting the server alone"; return; }
    want_web=$(web_sources_hash)
    if [ -f "$root/web/dist/index.html" ] && [ "$(cat "$root/web/dist/.stamp" 2>/dev/null)" = "$want_web" ]; then return; fi
    ensure_node_modules
    need_node
    one_at_a_time
    say "编译网页 … / building the client"
    (cd "$root/web" && npm run --silent build 9<&-) || fail "网页编译失败，见上文 / building the client failed, see above."
    printf '%s' "$want_web" >"$root/web/dist/.stamp"
    let_go
}
