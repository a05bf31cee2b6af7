#!/usr/bin/env bash
# Runs a local OpenSearch cluster for tests, one JVM a node, everything on 127.0.0.1 and without security.
#
#   start-cluster.sh NODES FOLDER
#   start-cluster.sh build            only builds
#
# Builds on first use (needs mvn and Java 17) into OPENSEARCH_CACHE (~/.cache/mirabel-opensearch), prints one URL a node on stdout once all nodes have joined, and then
# stays in the foreground. Everything else goes to stderr and to FOLDER/node-N/log.
#
#   SIGTERM or SIGINT   stops every node; so does the death of this script in any other way
#   SIGUSR1             starts again each node that has died, on its old ports and data
#
# FOLDER/node-N/pid holds the process of a node that is up, for a test that kills one; it holds another number once
# the node is back. Shards recover after that: a test waits for them with _cluster/health?wait_for_status=green.
#
# OPENSEARCH_HEAP sets each node's heap (512m), MAVEN_ARGS_EXTRA adds arguments to mvn.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# Outside the tree: what is built serves every clone.
target=${OPENSEARCH_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/mirabel-opensearch}
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
heap=${OPENSEARCH_HEAP:-512m}
build() {
  mkdir -p "$target"
  (
    flock 9
    if [[ ! -e $target/built || -n $(find "$here/pom.xml" "$here/src" -newer "$target/built") ]]; then
      rm -rf "$target/lib" "$target/classes"
      # shellcheck disable=SC2086
      mvn -q -B -f "$here/pom.xml" -Dcache="$target" ${MAVEN_ARGS_EXTRA:-} dependency:copy-dependencies compiler:compile >&2
      touch "$target/built"
    fi
  ) 9>"$target/lock"
}

# Free ports from below the range that outgoing connections use, so that a killed node finds its port free again.
free_port() {
  local port
  while :; do
    port=$((20000 + RANDOM % 10000))
    [[ " ${ports[*]} " == *" $port "* ]] && continue
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
  done
  ports+=("$port")
}

launch() {
  local home=$base/node-$1
  mkdir -p "$home/config"
  rm -f "$home/pid"
  "$java" -Xms"$heap" -Xmx"$heap" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto \
    -Dlog4j2.disable.jmx=true -Dlog4j.shutdownHookEnabled=false \
    -cp "$target/classes:$target/lib/*" TestNode "$home" "$nodes" \
    cluster.name="test-${transport[1]}" node.name="node-$1" \
    http.port="${http[$1]}" transport.port="${transport[$1]}" \
    discovery.seed_hosts="$seeds" cluster.initial_cluster_manager_nodes="$names" \
    >>"$home/log" 2>&1 </dev/null &
  pids[$1]=$!
}

runs() { jobs -pr | grep -qx "${pids[$1]}"; }

relaunch_dead() {
  local i
  for ((i = 1; i <= nodes; i++)); do
    runs "$i" || launch "$i"
  done
}

stop() {
  trap '' TERM INT USR1
  local i left
  for ((i = 0; i < 150; i++)); do
    left=$(jobs -pr)
    [[ -n $left ]] || return 0
    # shellcheck disable=SC2086
    ((i > 0)) || { kill $left && kill -CONT $left; } || true
    sleep 0.1
  done
  # shellcheck disable=SC2046
  kill -9 $(jobs -pr) || true
}

build
[[ ${1:-} != build ]] || exit 0

nodes=${1:?how many nodes} base=${2:?folder for data and logs}
mkdir -p "$base"
base=$(cd "$base" && pwd)
ports=() http=() transport=() pids=() seeds='' names=''
for ((i = 1; i <= nodes; i++)); do
  free_port && http[i]=${ports[-1]}
  free_port && transport[i]=${ports[-1]}
  seeds+=${seeds:+,}127.0.0.1:${transport[i]}
  names+=${names:+,}node-$i
done

trap stop EXIT
trap 'exit 0' TERM INT
trap relaunch_dead USR1
for ((i = 1; i <= nodes; i++)); do launch "$i"; done

for ((i = 1; i <= nodes; i++)); do
  until [[ -e $base/node-$i/pid ]]; do
    if ! runs "$i" || ((SECONDS > 600)); then
      echo "node-$i did not start; the end of $base/node-$i/log:" >&2
      tail -n 20 "$base/node-$i/log" >&2
      exit 1
    fi
    sleep 0.1
  done
done
for ((i = 1; i <= nodes; i++)); do echo "http://127.0.0.1:${http[i]}"; done

while :; do sleep 0.5; done
