"""What the guard asks of a producer, and what it takes of the answer."""

import ctypes
import enum
import gc
import sys
import threading

import capsules
import pytest
from capsules import Producer

pytestmark = pytest.mark.any_llvm


@pytest.fixture(scope="module")
def guard(extension):
    return extension("consumer")


def refusal(call, *arguments, **keywords):
    """The BufferError of a call, whose text must have all three parts."""
    with pytest.raises(BufferError, match=r"(?s).+ \[dlpack-[a-z-]+\]: .+") as caught:
        call(*arguments, **keywords)
    return caught.value


def rule_of(error):
    return str(error).split("[")[-1].split("]")[0]


@pytest.mark.parametrize("versioned", [True, False])
def test_capsules_of_both_kinds(guard, versioned):
    producer = Producer(versioned)
    taken = guard.take(producer)
    assert taken["shape"] == [6] and taken["strides"] == [1]
    assert taken["versioned"] is versioned
    assert taken["read_only"] is not versioned
    assert producer.deleted == 1
    assert producer.asked == [{"max_version": (1, 3)}]


@pytest.mark.parametrize("device", [1, 3, 11, 20, 4, 7, 8, 9, 12, 14, 15, 16, 17, 18, 19, 21])
def test_no_stream_where_there_is_none(guard, device):
    producer = Producer(device_type=device)
    guard.take(producer, devices="all", stream=5)
    assert producer.asked == [{"max_version": (1, 3)}]


@pytest.mark.parametrize(
    "device, stream, sent",
    [(2, None, 1), (2, 0, 1), (2, 2, 2), (2, -1, -1), (2, 4711, 4711), (13, None, 1)]
    + [(10, None, 0), (10, 1, 0), (10, 2, 0), (10, 99, 99)],
)
def test_streams(guard, device, stream, sent):
    producer = Producer(device_type=device)
    guard.take(producer, devices=[device], stream=stream)
    assert producer.asked == [{"max_version": (1, 3), "stream": sent}]


def test_devices_are_refused_before_the_export(guard):
    producer = Producer(device_type=2)
    assert rule_of(refusal(guard.take, producer)) == "dlpack-unchecked-device"
    assert producer.asked == []


@pytest.mark.parametrize("reported, exported", [(1, 2), (1, 13), (1, 8), (2, 1), (2, 13), (3, 2)])
def test_device_of_capsule_differs(guard, reported, exported):
    producer = Producer(device_type=exported, answers=(reported, 0))
    error = refusal(guard.take, producer, devices="all")
    assert rule_of(error) == "dlpack-unchecked-device"
    assert producer.deleted == 1


@pytest.mark.parametrize("reported", [3, 11])
def test_pinned_memory_may_be_exported_as_cpu(guard, reported):
    assert guard.take(Producer(device_type=1, answers=(reported, 0)), devices=[reported])["device"] == 1


class DeviceType(enum.Enum):
    CPU = 1


@pytest.mark.parametrize("answer", [(DeviceType.CPU, 0), (True, 0)])
def test_device_may_be_an_enum(guard, answer):
    guard.take(Producer(answers=answer))


@pytest.mark.parametrize("answer", [1, (1,), (1, 0, 0), ("1", 0), (None, 0), [1, 0], (2**40, 0)])
def test_answers_that_are_no_device(guard, answer):
    producer = Producer(answers=answer)
    assert rule_of(refusal(guard.take, producer)) == "dlpack-exporter-signature"
    assert producer.asked == []


class Old(Producer):
    def __dlpack__(self, stream=None):
        self.asked.append({"stream": stream})
        return self.capsule()


class Bare(Producer):
    def __dlpack__(self):
        self.asked.append({})
        return self.capsule()


@pytest.mark.parametrize("kind", [Old, Bare])
def test_old_signatures(guard, kind):
    producer = kind(versioned=False)
    guard.take(producer)
    assert len(producer.asked) == 1 and producer.deleted == 1


def test_old_signature_gets_its_stream(guard):
    producer = Old(device_type=2)
    guard.take(producer, devices=[2])
    assert producer.asked == [{"stream": 1}]


@pytest.mark.parametrize("option", [{"copy": 1}, {"request": 1}])
def test_requests_are_never_dropped(guard, option):
    producer = Old()
    error = refusal(guard.take, producer, **option)
    assert isinstance(error.__cause__, TypeError)
    assert producer.asked == []


class TracerError(TypeError):
    """As JAX's ConcretizationTypeError: a TypeError of its own class."""


@pytest.mark.parametrize(
    "error",
    [
        TracerError("The __dlpack__() method was called on traced array"),
        TracerError("got an unexpected keyword argument"),
        TypeError("'NoneType' object is not subscriptable"),
        ValueError("x"),
        RuntimeError("UNIMPLEMENTED: x"),
        DeprecationWarning("old"),
    ],
)
def test_producers_errors_come_once(guard, error):
    calls = []

    class Failing(Producer):
        def __dlpack__(self, **keywords):
            calls.append(keywords)
            raise error

    assert refusal(guard.take, Failing()).__cause__ is error
    assert len(calls) == 1


@pytest.mark.parametrize("error", [KeyboardInterrupt(), MemoryError(), SystemExit(3)])
@pytest.mark.parametrize("where", ["__dlpack__", "__dlpack_device__"])
def test_other_errors_pass(guard, error, where):
    def fail(self, **keywords):
        raise error

    with pytest.raises(type(error)) as caught:
        guard.take(type("Failing", (Producer,), {where: fail})())
    assert caught.value is error


def test_long_messages_are_cut(guard):
    class Failing(Producer):
        def __dlpack__(self, **keywords):
            raise BufferError("é" * 100_000)

    assert len(str(refusal(guard.take, Failing()))) < 2000


def test_message_that_cannot_be_had(guard):
    class Silent(Exception):
        def __str__(self):
            raise RuntimeError

    class Failing(Producer):
        def __dlpack__(self, **keywords):
            raise Silent

    assert "Silent" in str(refusal(guard.take, Failing()))


@pytest.mark.parametrize("thing", [object(), 3, None, "x", [1.0], lambda: 0])
def test_objects_that_are_no_arrays(guard, thing):
    assert rule_of(refusal(guard.take, thing)) == "dlpack-exporter-signature"


@pytest.mark.parametrize("answer", [None, 3, b"dltensor", object()])
def test_answers_that_are_no_capsule(guard, answer):
    class Odd(Producer):
        def __dlpack__(self, **keywords):
            return answer

    assert rule_of(refusal(guard.take, Odd())) == "dlpack-exporter-signature"


@pytest.mark.parametrize(
    "name, rule",
    [
        (b"dl_tensor", "dlpack-capsule-name"),
        (None, "dlpack-capsule-name"),
        (b"", "dlpack-capsule-name"),
        (b"x" * 5000, "dlpack-capsule-name"),
        (b"used_dltensor", "dlpack-capsule-ownership"),
        (b"used_dltensor_versioned", "dlpack-capsule-ownership"),
        (b"used_dlpack", "dlpack-capsule-name"),
    ],
)
def test_capsule_names(guard, name, rule):
    producer = Producer(name=name)
    assert rule_of(refusal(guard.take, producer)) == rule
    assert producer.deleted == 0


def test_capsules_can_be_handed_over_once(guard):
    producer = Producer()
    capsule = producer.capsule()
    guard.take(capsule)
    assert capsules.name_of(capsule) == b"used_dltensor_versioned"
    assert rule_of(refusal(guard.take, capsule)) == "dlpack-capsule-ownership"
    assert producer.deleted == 1


def test_other_major_version(guard):
    producer = Producer(major=2, ndim=-77, device_type=99)
    producer.answers = (1, 0)
    assert rule_of(refusal(guard.take, producer)) == "dlpack-version"
    assert producer.deleted == 1


def test_no_deleter(guard):
    guard.take(Producer(deleter=capsules.DELETER(0)))


@pytest.mark.parametrize(
    "fields, rule",
    [
        ({"code": 3}, "dlpack-dtype"),
        ({"code": 18, "bits": 8}, "dlpack-dtype"),
        ({"code": 42}, "dlpack-dtype"),
        ({"lanes": 4}, "dlpack-dtype"),
        ({"bits": 0}, "dlpack-dtype"),
        ({"data": None}, "dlpack-null-data"),
        ({"ndim": -1}, "dlpack-incomplete-export"),
        ({"ndim": 2**31 - 1}, "dlpack-incomplete-export"),
        ({"shape": (-1,)}, "dlpack-incomplete-export"),
        ({"shape": (2**62, 2**62)}, "dlpack-narrowing"),
        ({"byte_offset": 3}, "dlpack-byte-offset"),
        ({"byte_offset": 2**64 - 4}, "dlpack-byte-offset"),
        ({"flags": 1, "writable": 1}, "dlpack-read-only"),
        ({"flags": 3, "writable": 1}, "dlpack-read-only"),
    ],
)
def test_structs_that_are_wrong(guard, fields, rule):
    options = {"writable": fields.pop("writable")} if "writable" in fields else {}
    producer = Producer(**fields)
    assert rule_of(refusal(guard.take, producer, **options)) == rule
    assert producer.deleted == 1


def test_legacy_capsules_count_as_read_only(guard):
    assert rule_of(refusal(guard.write, Producer(versioned=False))) == "dlpack-read-only"
    producer = Producer(versioned=False)
    guard.write(producer, legacy_is_writable=1)
    assert producer.memory[0] == 42


def test_error_of_an_accessor(guard):
    assert rule_of(refusal(guard.float_data, Producer(flags=1))) == "dlpack-read-only"


def test_unknown_flags_are_ignored(guard):
    assert guard.take(Producer(flags=1 << 40))["read_only"] is False


def test_methods_on_the_object_only(guard):
    class Wrapper:
        def __init__(self, inner):
            self.inner = inner

        def __getattr__(self, name):
            return getattr(self.inner, name)

    assert guard.take(Wrapper(Producer()))["shape"] == [6]
    assert "on the object, not on its type" in guard.describe(Wrapper(Producer()))
    assert "on the object" not in guard.describe(Producer())


def test_describe_does_not_export(guard):
    producer = Producer(device_type=8)
    text = guard.describe(producer)
    assert producer.asked == []
    assert "kDLMetal (8)" in text and "[dlpack-unchecked-device]" in text
    assert "dlpack-exporter-signature" in guard.describe(object())
    assert "used_dltensor" in guard.describe(Producer(name=b"used_dltensor").capsule())


class Stored(Producer):
    """Makes one capsule and hands it out again and again."""

    def __dlpack__(self, **keywords):
        if not hasattr(self, "stored"):
            self.stored = self.capsule()
        return self.stored


def test_stored_capsules_are_taken_once(guard):
    producer = Stored()
    guard.take(producer)
    assert rule_of(refusal(guard.take, producer)) == "dlpack-capsule-ownership"
    assert producer.deleted == 1


def test_stored_capsules_that_another_consumer_emptied(guard):
    """nanobind from 2.13 on clears the destructor and leaves the name."""
    producer = Stored()
    capsules.api.PyCapsule_SetDestructor(producer.__dlpack__(), None)
    assert rule_of(refusal(guard.take, producer)) == "dlpack-capsule-ownership"
    assert producer.deleted == 0


def test_fresh_capsules_need_no_destructor(guard):
    class Leaky(Producer):
        def __dlpack__(self, **keywords):
            capsule = self.capsule()
            capsules.api.PyCapsule_SetDestructor(capsule, None)
            return capsule

    assert guard.take(Leaky())["shape"] == [6]


def test_no_references_are_lost(guard):
    producer, failing = Producer(), Producer(device_type=2)
    guard.take(producer)
    producer.kept.clear()
    before = sys.getrefcount(producer), sys.getrefcount(failing)
    for _ in range(1000):
        guard.take(producer)
        refusal(guard.take, failing)
        producer.asked.clear()
        producer.kept.clear()
    gc.collect()
    assert sys.getrefcount(producer) == before[0]
    assert sys.getrefcount(failing) == before[1]
    assert producer.deleted == 1001


def test_dropped_without_the_gil(guard):
    producer = Producer()
    guard.drop_in_thread(producer)
    assert producer.deleted == 1
    threads = [threading.Thread(target=guard.drop_in_thread, args=(producer,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert producer.deleted == 9


def test_deleters_that_need_the_gil(guard):
    """A function that ctypes calls without taking the GIL for it."""
    kind = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
    deleted = []
    function = kind(deleted.append)
    producer = Producer(deleter=ctypes.cast(function, capsules.DELETER))
    guard.drop_in_thread(producer)
    assert len(deleted) == 1


def test_deleters_keep_the_exception_in_flight(guard):
    """One that runs Python code while a refusal is raised."""
    producer = Producer(code=42)
    for _ in range(3):
        assert rule_of(refusal(guard.take, producer)) == "dlpack-dtype"
    assert producer.deleted == 3


class Api(ctypes.Structure):
    """The C exchange API's table, as far as an import uses it."""

    FROM = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(ctypes.c_void_p))
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("previous", ctypes.c_void_p),
        ("allocate", ctypes.c_void_p),
        ("from_object", FROM),
        ("rest", ctypes.c_void_p * 3),
    ]


def offering(table, as_capsule=True, base=Producer):
    """A class whose type offers the exchange API."""
    address = ctypes.addressof(table)
    value = capsules.api.PyCapsule_New(address, b"dlpack_exchange_api", None) if as_capsule else address
    return type("Offering", (base,), {"__dlpack_c_exchange_api__": value})


def export(producer, out):
    producer.capsule()
    out[0] = ctypes.addressof(producer.kept[-1])
    return 0


@pytest.mark.parametrize("as_capsule", [True, False])
def test_exchange_api(guard, as_capsule):
    table = Api(major=1, minor=3, from_object=Api.FROM(export))
    producer = offering(table, as_capsule)()
    assert guard.take(producer)["shape"] == [6]
    assert producer.asked == [] and producer.deleted == 1
    assert "C exchange API" in guard.describe(producer)


def test_exchange_api_of_another_major_version(guard):
    older = Api(major=1, minor=2, from_object=Api.FROM(export))
    table = Api(major=2, minor=0)
    producer = offering(table)()
    guard.take(producer)
    assert len(producer.asked) == 1
    table.previous = ctypes.addressof(older)
    producer = offering(table)()
    guard.take(producer)
    assert producer.asked == []


@pytest.mark.parametrize("value", [None, "x", 0, object(), 1.5])
def test_exchange_api_that_is_none(guard, value):
    producer = type("Odd", (Producer,), {"__dlpack_c_exchange_api__": value})()
    guard.take(producer)
    assert len(producer.asked) == 1


def test_exchange_api_on_the_object_does_not_count(guard):
    producer = Producer()
    setattr(producer, "__dlpack_c_exchange_api__", 12345)
    guard.take(producer)


def test_exchange_api_of_a_base_that_was_overridden(guard):
    table = Api(major=1, minor=3, from_object=Api.FROM(export))

    class Derived(offering(table)):
        def __dlpack__(self, **keywords):
            self.fields = {"flags": 1}
            return super().__dlpack__(**keywords)

    assert guard.take(Derived())["read_only"] is True


def test_exchange_api_that_fails(guard):
    def fail(producer, out):
        return -1

    table = Api(major=1, minor=3, from_object=Api.FROM(fail))
    assert rule_of(refusal(guard.take, offering(table)())) == "dlpack-capsule-ownership"


def test_exchange_api_does_not_synchronise(guard):
    table = Api(major=1, minor=3, from_object=Api.FROM(export))
    producer = offering(table)(device_type=2)
    guard.take(producer, devices=[2])
    assert producer.asked == [{"max_version": (1, 3), "stream": 1}]
    assert producer.deleted == 2
    guard.take(producer, devices=[2], stream=-1)
    assert len(producer.asked) == 1


@pytest.mark.parametrize("fields", [{"ndim": 2**31 - 1}, {"ndim": -5}, {"code": 42}, {"flags": 1}])
def test_exchange_api_is_checked(guard, fields):
    table = Api(major=1, minor=3, from_object=Api.FROM(export))
    producer = offering(table)(strides=(1,), **fields)
    refusal(guard.take, producer, writable=1)
    assert producer.deleted == 1


def test_exchange_api_device_is_refused(guard):
    table = Api(major=1, minor=3, from_object=Api.FROM(export))
    producer = offering(table)(device_type=8)
    assert rule_of(refusal(guard.take, producer)) == "dlpack-unchecked-device"
    assert producer.deleted == 1
