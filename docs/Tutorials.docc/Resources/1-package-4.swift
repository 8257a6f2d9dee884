import MiniRuntime

print(Class.nsObject)
