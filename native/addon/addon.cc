// The addon: a thin class over wo.h. Policy, validation with good messages, and the shapes users
// see are in lib/*.ts; what is checked here is what keeps a wrong call from crashing the process.
#include <napi.h>

#include <memory>
#include <string>
#include <vector>

#include "../include/wo.h"
#include "convert.h"

namespace {

const char *code_of(wo_result result) {
  switch (result) {
    case WO_E_ARGUMENT: return "ERR_WO_ARGUMENT";
    case WO_E_IMAGE: return "ERR_WO_IMAGE";
    case WO_E_STATE: return "ERR_WO_STATE";
    case WO_E_MEMORY: return "ERR_WO_OUT_OF_MEMORY";
    default: return "ERR_WO";
  }
}

// Throws a plain Error with a code; lib/internal/native.ts gives it its class.
Napi::Value fail(Napi::Env env, wo_result result, const std::string &message) {
  Napi::Error error =
      Napi::Error::New(env, message.empty() ? "the core refused the call" : message);
  error.Set("code", Napi::String::New(env, code_of(result)));
  error.ThrowAsJavaScriptException();
  return env.Undefined();
}

class Runtime : public Napi::ObjectWrap<Runtime> {
 public:
  static Napi::Function Class(Napi::Env env) {
    return DefineClass(env, "NativeRuntime",
                       {
                           InstanceMethod<&Runtime::Load>("load"),
                           InstanceMethod<&Runtime::Start>("start"),
                           InstanceMethod<&Runtime::Main>("main"),
                           InstanceMethod<&Runtime::Exports>("exports"),
                           InstanceMethod<&Runtime::Spawn>("spawn"),
                           InstanceMethod<&Runtime::Run>("run"),
                           InstanceMethod<&Runtime::Poll>("poll"),
                           InstanceMethod<&Runtime::Io>("io"),
                           InstanceMethod<&Runtime::Events>("events"),
                           InstanceMethod<&Runtime::Reports>("reports"),
                           InstanceMethod<&Runtime::Stop>("stop"),
                           InstanceMethod<&Runtime::Close>("close"),
                           InstanceMethod<&Runtime::Stats>("stats"),
                           InstanceMethod<&Runtime::Fibers>("fibers"),
                           InstanceMethod<&Runtime::Roots>("roots"),
                           InstanceMethod<&Runtime::Collect>("collect"),
                           InstanceMethod<&Runtime::Disassemble>("disassemble"),
                       });
  }

  // new NativeRuntime({ reductions, heapQuota, framesMax, seed, fs, env, net, netHosts, args, report, io })
  explicit Runtime(const Napi::CallbackInfo &info) : Napi::ObjectWrap<Runtime>(info) {
    Napi::Env env = info.Env();
    Napi::Object given = info[0].IsObject() ? info[0].As<Napi::Object>() : Napi::Object::New(env);
    wo_options options{};
    options.reductions = static_cast<uint32_t>(number(given, "reductions"));
    options.heap_quota = static_cast<uint64_t>(number(given, "heapQuota"));
    options.frames_max = static_cast<uint32_t>(number(given, "framesMax"));
    options.seed = static_cast<uint64_t>(number(given, "seed"));
    options.allow_fs = given.Get("fs").ToBoolean();
    options.allow_env = given.Get("env").ToBoolean();
    if (given.Get("report").ToBoolean()) options.report = &Runtime::report;
    options.context = this;
    keep(given.Get("args"), arg_texts_, args_);
    options.args = args_.data();
    keep(given.Get("netHosts"), host_texts_, hosts_);
    options.net_hosts = hosts_.data();
    options.allow_run = given.Get("run").ToBoolean();
    options.allow_net = given.Get("net").ToBoolean();
    std::string io = given.Get("io").IsString() ? given.Get("io").ToString().Utf8Value() : "";
    options.io = io.empty() ? nullptr : io.c_str();
    char error[512] = "";
    wo_result result = wo_runtime_new(&options, &rt_, error, sizeof error);
    if (result != WO_OK) fail(env, result, error);
  }

  ~Runtime() override { wo_runtime_free(rt_); }

 private:
  static double number(Napi::Object from, const char *name) {
    Napi::Value value = from.Get(name);
    double d = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : 0;
    return d > 0 && d < 9007199254740992.0 ? d : 0;
  }

  static void keep(Napi::Value value, std::vector<std::string> &texts,
                   std::vector<const char *> &pointers) {
    if (value.IsArray()) {
      Napi::Array list = value.As<Napi::Array>();
      for (uint32_t i = 0; i < list.Length(); i++)
        texts.push_back(Napi::Value(list[i]).ToString().Utf8Value());
    }
    for (const std::string &text : texts) pointers.push_back(text.c_str());
    pointers.push_back(nullptr);
  }

  // Unhandled fiber errors are kept until the host asks: JavaScript must not run inside wo_run.
  static void report(void *context, const wo_report *report) {
    Runtime *self = static_cast<Runtime *>(context);
    self->reports_.push_back({report->fiber, report->name, report->message, report->stack,
                              report->spawned_at, report->text});
  }

  bool open(const Napi::CallbackInfo &info) {
    if (rt_ && !running_) return true;
    fail(info.Env(), WO_E_STATE, rt_ ? "the runtime is running" : "the runtime is closed");
    return false;
  }

  wo_image *image(const Napi::CallbackInfo &info) {
    int64_t index = info[0].IsNumber() ? info[0].As<Napi::Number>().Int64Value() : -1;
    if (index >= 0 && static_cast<size_t>(index) < images_.size())
      return images_[static_cast<size_t>(index)];
    fail(info.Env(), WO_E_ARGUMENT, "no such image");
    return nullptr;
  }

  // An encoded value; nullptr (with an exception pending) when it is not one.
  wo_packet *packet(Napi::Env env, Napi::Value value) {
    if (value.IsTypedArray() && value.As<Napi::TypedArray>().TypedArrayType() == napi_uint8_array) {
      Napi::Uint8Array bytes = value.As<Napi::Uint8Array>();
      if (wo_packet *made = wo::decode(rt_, bytes.Data(), bytes.ByteLength())) return made;
    }
    fail(env, WO_E_ARGUMENT, "malformed value");
    return nullptr;
  }

  Napi::Value Load(const Napi::CallbackInfo &info) {
    if (!open(info)) return info.Env().Undefined();
    if (!info[0].IsTypedArray()) return fail(info.Env(), WO_E_ARGUMENT, "image must be bytes");
    Napi::Uint8Array bytes = info[0].As<Napi::Uint8Array>();
    char error[512] = "";
    wo_image *image = nullptr;
    wo_result result = wo_load(rt_, bytes.Data(), bytes.ByteLength(), &image, error, sizeof error);
    if (result != WO_OK) return fail(info.Env(), result, error);
    images_.push_back(image);
    return Napi::Number::New(info.Env(), static_cast<double>(images_.size() - 1));
  }

  Napi::Value Start(const Napi::CallbackInfo &info) {
    if (!open(info)) return info.Env().Undefined();
    wo_image *which = image(info);
    if (!which) return info.Env().Undefined();
    uint32_t handle = 0;
    wo_result result = wo_start(rt_, which, &handle);
    if (result != WO_OK) return fail(info.Env(), result, "the image cannot be started");
    return Napi::Number::New(info.Env(), handle);
  }

  Napi::Value Main(const Napi::CallbackInfo &info) {
    if (!open(info)) return info.Env().Undefined();
    wo_image *which = image(info);
    if (!which) return info.Env().Undefined();
    wo_packet *args = packet(info.Env(), info[1]);
    if (!args) return info.Env().Undefined();
    uint32_t handle = 0;
    wo_result result = wo_main(rt_, which, args, &handle);
    if (result != WO_OK) return fail(info.Env(), result, "a program is already running here");
    return Napi::Number::New(info.Env(), handle);
  }

  Napi::Value Exports(const Napi::CallbackInfo &info) {
    if (!open(info)) return info.Env().Undefined();
    wo_image *which = image(info);
    if (!which) return info.Env().Undefined();
    Napi::Array names = Napi::Array::New(info.Env());
    for (uint32_t i = 0; i < wo_export_count(which); i++) {
      bool is_function = false;
      const char *name = wo_export_name(which, i, &is_function);
      if (is_function) names[i] = Napi::String::New(info.Env(), name);
    }
    return names;
  }

  Napi::Value Spawn(const Napi::CallbackInfo &info) {
    if (!open(info)) return info.Env().Undefined();
    wo_image *which = image(info);
    if (!which) return info.Env().Undefined();
    if (!info[1].IsNumber()) return fail(info.Env(), WO_E_ARGUMENT, "no such function");
    wo_packet *args = packet(info.Env(), info[2]);
    if (!args) return info.Env().Undefined();
    char error[512] = "";
    uint32_t handle = 0, fiber = 0;
    wo_result result = wo_spawn(rt_, which, info[1].As<Napi::Number>().Uint32Value(), args, -1,
                                &handle, &fiber, error, sizeof error);
    if (result != WO_OK) return fail(info.Env(), result, error);
    Napi::Object out = Napi::Object::New(info.Env());
    out.Set("handle", handle);
    out.Set("fiber", fiber);
    return out;
  }

  Napi::Value Run(const Napi::CallbackInfo &info) {
    if (!open(info)) return info.Env().Undefined();
    double slices = info[0].IsNumber() ? info[0].As<Napi::Number>().DoubleValue() : 0;
    wo_run_status status = WO_RUN_DRAINED;
    uint64_t done = 0;
    running_ = true;
    wo_result result = wo_run(rt_, slices > 0 ? static_cast<uint64_t>(slices) : 0, &status, &done);
    running_ = false;
    return ran(info.Env(), result, status, done);
  }

  // poll(ms): as run, blocking at most so long (negative: without end) where fibers wait.
  Napi::Value Poll(const Napi::CallbackInfo &info) {
    if (!open(info)) return info.Env().Undefined();
    double ms = info[0].IsNumber() ? info[0].As<Napi::Number>().DoubleValue() : 0;
    wo_run_status status = WO_RUN_DRAINED;
    uint64_t done = 0;
    running_ = true;
    wo_result result = wo_poll(rt_, ms, &status, &done);
    running_ = false;
    return ran(info.Env(), result, status, done);
  }

  Napi::Value ran(Napi::Env env, wo_result result, wo_run_status status, uint64_t slices) {
    if (result != WO_OK) return fail(env, result, "the runtime cannot run now");
    Napi::Object out = Napi::Object::New(env);
    out.Set("status", static_cast<double>(status));
    out.Set("slices", static_cast<double>(slices));
    return out;
  }

  Napi::Value Io(const Napi::CallbackInfo &info) {
    if (!open(info)) return info.Env().Undefined();
    const char *reason = nullptr;
    const char *plane = wo_io_plane(rt_, &reason);
    Napi::Object out = Napi::Object::New(info.Env());
    out.Set("plane", plane);
    out.Set("reason", reason);
    return out;
  }

  Napi::Value Events(const Napi::CallbackInfo &info) {
    if (!open(info)) return info.Env().Undefined();
    Napi::Array out = Napi::Array::New(info.Env());
    wo_event event;
    for (uint32_t i = 0; wo_next_event(rt_, &event); i++) {
      std::vector<uint8_t> bytes = wo::encode(event.value);
      wo_packet_free(event.value);
      Napi::Object one = Napi::Object::New(info.Env());
      one.Set("handle", event.handle);
      one.Set("fiber", event.fiber);
      one.Set("final", static_cast<double>(event.final));
      one.Set("value", Napi::Buffer<uint8_t>::Copy(info.Env(), bytes.data(), bytes.size()));
      out[i] = one;
    }
    return out;
  }

  Napi::Value Reports(const Napi::CallbackInfo &info) {
    Napi::Array out = Napi::Array::New(info.Env());
    std::vector<Report> reports = std::move(reports_);
    reports_.clear();
    for (uint32_t i = 0; i < reports.size(); i++) {
      Napi::Object one = Napi::Object::New(info.Env());
      one.Set("fiber", reports[i].fiber);
      one.Set("name", reports[i].name);
      one.Set("message", reports[i].message);
      one.Set("stack", reports[i].stack);
      one.Set("spawnedAt", reports[i].spawned_at);
      one.Set("text", reports[i].text);
      out[i] = one;
    }
    return out;
  }

  Napi::Value Stop(const Napi::CallbackInfo &info) {
    if (open(info)) wo_stop(rt_);
    return info.Env().Undefined();
  }

  Napi::Value Close(const Napi::CallbackInfo &info) {
    if (running_) return fail(info.Env(), WO_E_STATE, "the runtime is running");
    wo_runtime_free(rt_);
    rt_ = nullptr;
    images_.clear();
    return info.Env().Undefined();
  }

  Napi::Value Stats(const Napi::CallbackInfo &info) {
    if (!open(info)) return info.Env().Undefined();
    wo_stats s;
    wo_get_stats(rt_, &s);
    Napi::Object out = Napi::Object::New(info.Env());
    auto set = [&](const char *name, uint64_t value) { out.Set(name, static_cast<double>(value)); };
    set("slices", s.slices);
    set("preemptions", s.preemptions);
    set("parks", s.parks);
    set("wakes", s.wakes);
    set("messages", s.messages);
    set("collections", s.collections);
    set("collectNs", s.collect_ns);
    set("collectedBytes", s.collected_bytes);
    set("heapBytes", s.heap_bytes);
    set("spawned", s.spawned);
    set("done", s.done);
    set("runnable", s.runnable);
    set("parked", s.parked);
    set("shards", s.shards);
    return out;
  }

  struct Listing {
    Napi::Env env;
    Napi::Array out;
    uint32_t count = 0;
  };

  static void visit_fiber(void *context, const wo_fiber_info *f) {
    Listing *list = static_cast<Listing *>(context);
    Napi::Env env = list->env;
    Napi::Object one = Napi::Object::New(env);
    one.Set("id", f->id);
    one.Set("name", f->name);
    one.Set("state", f->state);
    one.Set("shard", f->shard);
    one.Set("isolate", f->isolate);
    one.Set("park", f->park ? Napi::Value(Napi::String::New(env, f->park)) : env.Undefined());
    one.Set("reductions", static_cast<double>(f->reductions));
    one.Set("heapBytes", static_cast<double>(f->heap_bytes));
    one.Set("spawnedAt", f->spawned_at);
    Napi::Array stack = Napi::Array::New(env);
    for (uint32_t i = 0; i < f->frame_count; i++) {
      Napi::Object frame = Napi::Object::New(env);
      frame.Set("fn", f->frames[i].function);
      frame.Set("url", f->frames[i].file);
      frame.Set("line", f->frames[i].line);
      frame.Set("column", f->frames[i].column);
      stack[i] = frame;
    }
    one.Set("stack", stack);
    list->out[list->count++] = one;
  }

  Napi::Value Fibers(const Napi::CallbackInfo &info) {
    if (!open(info)) return info.Env().Undefined();
    Listing list{info.Env(), Napi::Array::New(info.Env())};
    wo_result result = wo_each_fiber(rt_, &list, &Runtime::visit_fiber);
    return result == WO_OK ? list.out : fail(info.Env(), result, "fibers cannot be listed now");
  }

  static void visit_root(void *context, const wo_root_info *r) {
    Listing *list = static_cast<Listing *>(context);
    Napi::Env env = list->env;
    Napi::Object one = Napi::Object::New(env);
    auto index = [&](int32_t i) {
      return i < 0 ? env.Undefined() : Napi::Value(Napi::Number::New(env, i));
    };
    one.Set("fiber", r->fiber);
    one.Set("kind", r->kind);
    one.Set("frame", index(r->frame));
    one.Set("register", index(r->index));
    one.Set("name", r->name ? Napi::Value(Napi::String::New(env, r->name)) : env.Undefined());
    one.Set("type", r->type);
    one.Set("preview", r->preview);
    one.Set("shallowBytes", static_cast<double>(r->shallow_bytes));
    list->out[list->count++] = one;
  }

  // roots(fiber?: number)
  Napi::Value Roots(const Napi::CallbackInfo &info) {
    if (!open(info)) return info.Env().Undefined();
    uint32_t fiber = info[0].IsNumber() ? info[0].As<Napi::Number>().Uint32Value() : UINT32_MAX;
    Listing list{info.Env(), Napi::Array::New(info.Env())};
    wo_result result = wo_each_root(rt_, fiber, &list, &Runtime::visit_root);
    return result == WO_OK ? list.out : fail(info.Env(), result, "roots cannot be listed now");
  }

  Napi::Value Collect(const Napi::CallbackInfo &info) {
    if (!open(info)) return info.Env().Undefined();
    wo_result result = wo_collect_all(rt_);
    return result == WO_OK ? info.Env().Undefined()
                           : fail(info.Env(), result, "cannot collect now");
  }

  Napi::Value Disassemble(const Napi::CallbackInfo &info) {
    if (!open(info)) return info.Env().Undefined();
    wo_image *which = image(info);
    if (!which) return info.Env().Undefined();
    char *text = wo_disassemble_image(which);
    if (!text) return fail(info.Env(), WO_E_MEMORY, "out of memory");
    Napi::String out = Napi::String::New(info.Env(), text);
    wo_free_text(text);
    return out;
  }

  struct Report {
    uint32_t fiber;
    std::string name, message, stack, spawned_at, text;
  };

  wo_runtime *rt_ = nullptr;
  bool running_ = false;
  std::vector<wo_image *> images_;
  std::vector<std::string> arg_texts_, host_texts_;
  std::vector<const char *> args_, hosts_;
  std::vector<Report> reports_;
};

}  // namespace

static Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("NativeRuntime", Runtime::Class(env));
  exports.Set("version", wo_version());
  exports.Set("tablesHash", Napi::BigInt::New(env, wo_image_tables_hash()));
  return exports;
}

NODE_API_MODULE(wo, init)
