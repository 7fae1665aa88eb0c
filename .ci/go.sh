# Sourced by the scripts that build Go modules: new_enough_go makes sure that `go` can build this code.
GO_VERSION=1.23.4
GO_MINIMUM=1.22

is_new_enough() { [ "$(printf '%s\n' "$GO_MINIMUM" "${1#go}" | sort -V | head -n 1)" = "$GO_MINIMUM" ]; }

# Go before 1.21 cannot fetch a newer Go. In the module no file is executable, and go.mod has another name.
fetch_go() { # DIRECTORY
  local root=$1/go-$GO_VERSION module="golang.org/toolchain@v0.0.1-go$GO_VERSION.$(go env GOOS)-$(go env GOARCH)"
  if [ ! -e "$root/.complete" ]; then
    say "$(go env GOVERSION) is too old; fetching $GO_VERSION …"
    rm -rf "$root"
    cp -r "$(cd "$1" && go mod download -json "$module" | sed -n 's/^.*"Dir": "\(.*\)".*$/\1/p')" "$root"
    chmod -R u+w "$root"
    find "$root/src" -name _go.mod -execdir mv {} go.mod ';'
    chmod +x "$root"/bin/* "$root"/pkg/tool/*/*
    touch "$root/.complete"
  fi
  echo "$root"
}

new_enough_go() { # DIRECTORY
  command -v go >/dev/null || { say "needs Go: Debian's golang-go, or https://go.dev/dl"; exit 1; }
  if ! is_new_enough "$(go env GOVERSION)"; then
    GOROOT=$(fetch_go "$1"); export GOROOT PATH="$GOROOT/bin:$PATH"
  fi
}
