# shellcheck shell=bash
# layers.sh - sourced, in the top folder: `layers` are the folders of the layers. Those in ObjectiveC/ are the paths of
# the targets in Package.swift, and swift-modules, which SwiftPM does not build.

mapfile -t layers < <(
    find Sources -mindepth 1 -maxdepth 1 -type d
    sed -n 's|.*path: "\(ObjectiveC/[^"]*\)".*|\1|p' Package.swift
    echo ObjectiveC/swift-modules
)
