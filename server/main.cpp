#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <map>
#include <string>

#include "base/mapped_file.h"
#include "cli/commands.h"
#include "lsp/session.h"
#include "report/style.h"
#include "version.h"

namespace netloupe {

namespace {

constexpr const char* kDescription = "Opens neural-network model files and says what is wrong with them.";

constexpr const char* kEpilogue = R"(Examples:
  netloupe check models/                  findings for every model in a folder
  netloupe check --fail-on error a.onnx   only errors stop a merge
  netloupe show a.tflite                  signature, operators, size by tensor, metadata
  netloupe show --bind batch=1 a.onnx     ... with a number for a named dimension
  netloupe show --json a.tflite           every fact, for scripts
  netloupe signature a.tflite             inputs and outputs: layout, value range, meaning, and why
  netloupe signature --language python a.onnx   code that runs it
  netloupe targets a.tflite               which accelerator runs what, and why not the rest
  netloupe explain Q01                    what a rule means and what to do

Exit codes:
  0  clean
  1  findings at or above the failing severity (--fail-on, default warning)
  2  a file could not be read, wholly or in part, or the command line is wrong
)";

constexpr const char* kSignatureEpilogue =
    R"(What nothing in the file says is not guessed: it reads "the file does not say".

Examples:
  netloupe signature a.tflite                      names, shapes, layout, value range, meaning, each with its reason
  netloupe signature --language kotlin a.tflite    code with the file's own sizes, scales and zero points
  netloupe signature --language python a.onnx > run_model.py

Exit codes:
  0  printed
  2  the file could not be read, or its types do not fit the language
)";

constexpr const char* kTargetsEpilogue =
    R"(Verdicts: supported, conditional (something is not checked, or hangs on what the file does not say), unsupported,
unknown. Conditional nodes are taken to run on the target. Format of a target's file: docs/targets.md.

Examples:
  netloupe targets                                     the targets that are built in
  netloupe targets model.tflite                        one line for each of them
  netloupe targets model.tflite --target tflite-gpu    which operators and why, partitions, what to replace
  netloupe targets model.onnx --bind batch=1           with a number for a dynamic dimension
  netloupe targets model.onnx --target ./mynpu.json    your own

Exit codes:
  0  printed
  2  the file could not be read, or there is no such target
)";

/// One of these words; the option's value is what stands beside it.
template <typename T>
CLI::Validator one_of(const std::map<std::string, T>& words) {
    const auto choose = [words](std::string& input) -> std::string {
        const auto found = words.find(input);
        if (found != words.end()) {
            input = std::to_string(static_cast<int>(found->second));
            return {};
        }
        std::string message = "\"" + report::printable(input) + "\" is none of";
        for (const auto& [word, value] : words) message += (word == words.begin()->first ? " " : ", ") + word;
        return message + ".";
    };
    return {choose, "", ""};
}

void add_colour(CLI::App* command, cli::Colour& colour) {
    const std::map<std::string, cli::Colour> names{
        {"auto", cli::Colour::kAuto}, {"always", cli::Colour::kAlways}, {"never", cli::Colour::kNever}};
    command
        ->add_option("--color", colour,
                     "auto, always or never; auto colours a terminal unless NO_COLOR is set")
        ->type_name("WHEN")
        ->transform(one_of(names));
}

constexpr const char* kCheckEpilogue =
    R"(A configuration, .netloupe.json in the model's folder or above it, may choose rules, severities, thresholds,
budgets and accepted findings; see docs/configuration.md. Options of the command line go before it.

Examples:
  netloupe check model.tflite                          what is wrong with one model
  netloupe check models/ --format sarif > models.sarif for code scanning
  netloupe check "models/**/*.onnx" --select Q,F01     quantization, and BatchNorms that were not folded
  netloupe check a.onnx --severity Q05=error           a rule of your team's own weight
  netloupe check models/ --write-baseline known.json   accept what is there
  netloupe check models/ --baseline known.json         ... and fail on what is new
  cat a.onnx | netloupe check -                        standard input

Exit codes:
  0  clean
  1  findings at or above the failing severity
  2  a file could not be read, wholly or in part, or the command line or configuration is wrong
)";

void add_check_options(CLI::App* command, cli::CheckOptions& check) {
    using Format = report::CheckFormat;
    command
        ->add_option("PATHS", check.paths,
                     "Model files, folders to search, patterns, or - for standard input")
        ->required();
    command
        ->add_option("--format", check.format,
                     "text, json, jsonl, sarif, github (annotations), junit or markdown")
        ->type_name("FORMAT")
        ->transform(one_of(std::map<std::string, Format>{{"text", Format::kText},
                                                         {"json", Format::kJson},
                                                         {"jsonl", Format::kJsonl},
                                                         {"sarif", Format::kSarif},
                                                         {"github", Format::kGithub},
                                                         {"junit", Format::kJunit},
                                                         {"markdown", Format::kMarkdown}}));
    command
        ->add_option("--select,--rule", check.select,
                     "Run only these rules: ids (Q01), beginnings of ids (Q), or names (quant-island)")
        ->type_name("RULES")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->add_option("--ignore", check.ignore, "Leave these rules out")
        ->type_name("RULES")
        ->delimiter(',')
        ->allow_extra_args(false);
    command
        ->add_option("--severity", check.severities,
                     "Least severity that is reported (warning), or that of a rule (Q05=error)")
        ->type_name("SEVERITY")
        ->delimiter(',')
        ->allow_extra_args(false);
    command
        ->add_option("--fail-on", check.fail_on,
                     "Least severity that makes the exit code 1: info, warning (default), error")
        ->type_name("SEVERITY")
        ->transform(one_of(std::map<std::string, lint::Severity>{{"info", lint::Severity::kInfo},
                                                                 {"warning", lint::Severity::kWarning},
                                                                 {"error", lint::Severity::kError}}));
    command->add_option("--bind", check.bindings, "Extents of named dimensions: batch=1,seq=128")
        ->type_name("NAME=EXTENT")
        ->delimiter(',')
        ->allow_extra_args(false);
    command
        ->add_option("--target", check.targets,
                     "Judge for these accelerators too: ids (netloupe targets lists them) or files")
        ->type_name("TARGET")
        ->delimiter(',')
        ->allow_extra_args(false);
    auto* configuration = command
                              ->add_option("--config", check.configuration,
                                           "Configuration instead of the nearest .netloupe.json")
                              ->type_name("FILE");
    command->add_flag("--no-config", check.no_configuration, "Look for no configuration")
        ->excludes(configuration);
    command->add_option("--baseline", check.baseline, "Leave out the findings of this baseline")
        ->type_name("FILE");
    command
        ->add_option("--write-baseline", check.write_baseline,
                     "Write the findings to a baseline, and end with 0")
        ->type_name("FILE");
    command->add_option("--jobs,-j", check.jobs, "Models that are checked at a time (default: processors)")
        ->type_name("COUNT");
    command->add_flag("--no-weights", check.no_weights,
                      "Do not read the values of weights; rules that go by them do not run");
    command->add_flag("--timing", check.timing, "Print what each rule took, on standard error");
    command->add_flag("--quiet,-q", check.quiet, "Leave out the line of totals, and progress");
    command->footer(kCheckEpilogue);
}

/// CLI11's own codes are above 100; scripts know 2.
int exit_with(const CLI::App& app, const CLI::ParseError& error) {
    return app.exit(error) == 0 ? cli::kClean : cli::kUnreadable;
}

int run(int argc, char** argv) {
    CLI::App app{kDescription, "netloupe"};
    app.require_subcommand(1);
    app.set_version_flag("--version", "netloupe " + std::string(kVersion));
    app.footer(kEpilogue);
    int exit_code = cli::kClean;

    cli::CheckOptions check;
    CLI::App* check_command = app.add_subcommand("check", "Report what is wrong with models");
    add_check_options(check_command, check);
    add_colour(check_command, check.colour);
    check_command->callback([&] { exit_code = cli::run_check(check); });

    cli::ShowOptions show;
    CLI::App* show_command = app.add_subcommand("show", "Summarize one model");
    show_command->add_option("FILE", show.path, "Model file")->required();
    show_command->add_flag("--json", show.json, "Every fact, as JSON");
    show_command->add_option("--bind", show.bindings, "Extents of named dimensions: batch=1,seq=128")
        ->type_name("NAME=EXTENT")
        ->delimiter(',')
        ->allow_extra_args(false);
    add_colour(show_command, show.colour);
    show_command->callback([&] { exit_code = cli::run_show(show); });

    cli::TargetsOptions targets;
    CLI::App* targets_command =
        app.add_subcommand("targets", "Say which accelerator runs what of a model, and why not the rest");
    targets_command->add_option("FILE", targets.path, "Model file; without one, list the targets");
    targets_command->add_option("--target", targets.targets, "Details for these: ids, or files of your own")
        ->type_name("TARGET")
        ->delimiter(',')
        ->allow_extra_args(false);
    targets_command->add_option("--format", targets.json, "text or json")
        ->type_name("FORMAT")
        ->transform(one_of(std::map<std::string, int>{{"text", 0}, {"json", 1}}));
    targets_command->add_option("--bind", targets.bindings, "Extents of named dimensions: batch=1,seq=128")
        ->type_name("NAME=EXTENT")
        ->delimiter(',')
        ->allow_extra_args(false);
    add_colour(targets_command, targets.colour);
    targets_command->footer(kTargetsEpilogue);
    targets_command->callback([&] { exit_code = cli::run_targets(targets); });

    cli::SignatureOptions fed;
    CLI::App* signature_command =
        app.add_subcommand("signature", "Say how a model is fed and what it gives, and why");
    signature_command->add_option("FILE", fed.path, "Model file")->required();
    std::map<std::string, signature::Language> languages;
    for (const signature::Language language : signature::kLanguages)
        languages.emplace(signature::name(language), language);
    signature_command
        ->add_option(
            "--language", fed.language,
            "Print code that runs the model instead: python, kotlin, java, swift or cpp. TensorFlow Lite "
            "files run on its Interpreter, ONNX and ORT files on ONNX Runtime")
        ->type_name("LANGUAGE")
        ->transform(one_of(languages));
    signature_command->add_option("--signature", fed.key, "Only the signature of that key (TensorFlow Lite)")
        ->type_name("KEY");
    signature_command->footer(kSignatureEpilogue);
    add_colour(signature_command, fed.colour);
    signature_command->callback([&] { exit_code = cli::run_signature(fed); });

    cli::Colour rules_colour = cli::Colour::kAuto;
    CLI::App* rules_command = app.add_subcommand("rules", "List all rules");
    add_colour(rules_command, rules_colour);
    rules_command->callback([&] { exit_code = cli::run_rules(rules_colour); });

    std::string explained;
    CLI::App* explain_command = app.add_subcommand("explain", "Print the page of a rule");
    explain_command->add_option("RULE", explained, "Id or name: Q01, quant-island")->required();
    explain_command->callback([&] { exit_code = cli::run_explain(explained); });

    CLI::App* lsp_command =
        app.add_subcommand("lsp", "Language server over standard input and output; editors start it");
    // What editors append by habit to say how they speak.
    lsp_command->add_flag("--stdio");
    lsp_command->callback([&] { exit_code = lsp::run_language_server(); });

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return exit_with(app, error);
    }
    return exit_code;
}

}  // namespace

}  // namespace netloupe

int main(int argc, char** argv) {
    try {
        netloupe::install_fault_guard();
        return netloupe::run(argc, argv);
    } catch (const std::exception& error) {
        // Memory that the machine does not have.
        std::fprintf(stderr, "netloupe: %s\n", error.what());
        return netloupe::cli::kUnreadable;
    }
}
