#include "python_modules.h"

#include <algorithm>
#include <array>

namespace netloupe::lint {

namespace {

/// Modules all of which, with those inside them, can do harm.
constexpr auto kDangerous = std::to_array<std::string_view>({
    "_pickle",
    "_posixsubprocess",
    "_thread",
    "aiohttp",
    "asyncio",
    "bdb",
    "cProfile",
    "cloudpickle.cloudpickle._make_function",
    "code",
    "codeop",
    "commands",
    "ctypes",
    "dill",
    "distutils",
    "doctest",
    "ensurepip",
    "fileinput",
    "ftplib",
    "http",
    "httplib",
    "idlelib",
    "imaplib",
    "importlib",
    "inspect",
    "lib2to3",
    "linecache",
    "logging.config",
    "marshal",
    "multiprocessing",
    "nt",
    "ntpath",
    "numpy.f2py",
    "numpy.testing._private.utils",
    "os",
    "pdb",
    "pickle",
    "pip",
    "pkgutil",
    "platform",
    "poplib",
    "posix",
    "posixpath",
    "profile",
    "pty",
    "pydoc",
    "requests",
    "runpy",
    "setuptools",
    "shutil",
    "signal",
    "site",
    "smtplib",
    "socket",
    "ssl",
    "subprocess",
    "sys",
    "telnetlib",
    "tempfile",
    "threading",
    "timeit",
    "torch._dynamo",
    "torch._inductor",
    "torch.fx.experimental.symbolic_shapes",
    "torch.hub",
    "torch.serialization",
    "torch.utils.bottleneck",
    "torch.utils.collect_env",
    "trace",
    "types",
    "urllib",
    "urllib2",
    "uuid",
    "venv",
    "webbrowser",
    "xmlrpc",
    "zipimport",
});

/// Of builtins ("__builtin__" in Python 2) and other modules: what alone does harm.
constexpr auto kDangerousNames = std::to_array<std::string_view>({
    "__builtin__.__import__",
    "__builtin__.apply",
    "__builtin__.compile",
    "__builtin__.eval",
    "__builtin__.exec",
    "__builtin__.execfile",
    "__builtin__.file",
    "__builtin__.getattr",
    "__builtin__.open",
    "builtins.__import__",
    "builtins.breakpoint",
    "builtins.compile",
    "builtins.delattr",
    "builtins.eval",
    "builtins.exec",
    "builtins.getattr",
    "builtins.globals",
    "builtins.input",
    "builtins.open",
    "builtins.setattr",
    "builtins.vars",
    "functools.partial",
    "functools.reduce",
    "io.FileIO",
    "io.open",
    "numpy.load",
    "numpy.save",
    "operator.attrgetter",
    "operator.methodcaller",
    "torch.load",
    "torch.save",
    "torch.storage._load_from_bytes",
    "torch.jit.unsupported_tensor_ops.execWrapper",
});

/// Modules whose classes are data.
constexpr auto kHarmless = std::to_array<std::string_view>({
    "__torch__", "catboost", "collections", "copy_reg",    "copyreg",
    "datetime",  "decimal",  "fractions",   "imblearn",    "joblib.numpy_pickle",
    "lightgbm",  "numpy",    "pandas",      "pathlib",     "scipy",
    "sklearn",   "torch",    "torchaudio",  "torchvision", "transformers",
    "xgboost",
});
constexpr auto kHarmlessBuiltins = std::to_array<std::string_view>({
    "bool", "bytearray", "bytes", "complex", "dict",   "float",    "frozenset",
    "int",  "list",      "long",  "object",  "range",  "set",      "slice",
    "str",  "tuple",     "type",  "unicode", "xrange", "Ellipsis", "NotImplemented",
});

/// Whether the module is one of these or stands inside one.
bool is_within(std::string_view module, std::span<const std::string_view> modules) {
    return std::ranges::any_of(modules, [&](std::string_view one) {
        return module.starts_with(one) && (module.size() == one.size() || module[one.size()] == '.');
    });
}

}  // namespace

ImportRisk risk_of(std::string_view module, std::string_view name) {
    const std::string path = std::string(module) + "." + std::string(name);
    if (is_within(module, kDangerous) || is_within(path, kDangerousNames)) return ImportRisk::kDangerous;
    if (module == "builtins" || module == "__builtin__") {
        const bool known =
            std::ranges::find(kHarmlessBuiltins, name) != kHarmlessBuiltins.end() || name.ends_with("Error");
        return known ? ImportRisk::kNone : ImportRisk::kUnknown;
    }
    if (path == "_codecs.encode") return ImportRisk::kNone;
    return is_within(module, kHarmless) ? ImportRisk::kNone : ImportRisk::kUnknown;
}

}  // namespace netloupe::lint
