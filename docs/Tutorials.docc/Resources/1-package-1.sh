ls                              # MiniRuntime
mkdir -p Birthday/Sources/Birthday
cd Birthday
