module nodetool

go 1.21
