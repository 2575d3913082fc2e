{
  "targets": [
    {
      "target_name": "wo",
      "sources": ["<!@(node scripts/sources.mjs libwo addon)"],
      "include_dirs": ["<!(node -p \"require('node-addon-api').include_dir\")"],
      "defines": [
        "NAPI_VERSION=9",
        "NAPI_DISABLE_CPP_EXCEPTIONS",
        "NODE_ADDON_API_DISABLE_DEPRECATED",
        "NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS",
        "NDEBUG"
      ],
      "cflags": ["-fvisibility=hidden", "-fno-strict-aliasing", "-ffp-contract=off", "-fno-math-errno", "-pthread"],
      "cflags_c": ["-std=gnu11", "-O2"],
      "cflags_cc": ["-std=gnu++17", "-fno-exceptions"],
      "ldflags": ["-pthread"],
      "libraries": ["-lm"]
    }
  ]
}
