// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/chateventreader.h"

#include "app/endpoint/deltareader.h"
#include "app/endpoint/jsonrepair.h"
#include "app/endpoint/jsonslice.h"
#include "app/endpoint/usagereader.h"
#include "models/core/json.h"
#include "models/endpoint/serverwords.h"

namespace streamgauge {

namespace dom = simdjson::dom;

namespace {

constexpr std::size_t keptCapacity = std::size_t(1) << 20;
constexpr std::size_t maxRaw = std::size_t(64) << 10;

/// One for all streams of a thread: its buffers grow to the largest usual event once, not once a request. An unusually
/// large event does not leave its memory behind.
dom::parser &threadParser()
{
    static thread_local dom::parser parser;
    if (parser.capacity() > keptCapacity)
        parser = dom::parser();
    return parser;
}

QByteArrayView view(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

std::string_view stringOf(const dom::element &value)
{
    std::string_view found;
    return value.get(found) == simdjson::SUCCESS ? found : std::string_view();
}

/// What servers put under "error" when there is none: null, false, "" and {}.
bool meansError(const dom::element &value)
{
    switch (value.type()) {
    case dom::element_type::NULL_VALUE:
        return false;
    case dom::element_type::BOOL:
        return value.get_bool().value_unsafe();
    case dom::element_type::STRING:
        return !stringOf(value).empty();
    case dom::element_type::OBJECT:
        return value.get_object().value_unsafe().size() > 0;
    default:
        return true;
    }
}

QString wordsOf(const dom::element &value)
{
    return serverWords(QByteArray::fromStdString(simdjson::minify(value)));
}

} // namespace

class ChatEventReader::Private {
public:
    explicit Private(ChatEvent &event)
        : m_event(event)
    {
    }

    bool parse(std::string_view payload, dom::element &root, QString &why);
    void readObject(const dom::object &root);
    void readArray(const dom::array &root);
    void reset();

private:
    void takeStamp(std::string_view key, const dom::element &value);
    void readGroq(const dom::object &groq);
    void readChoices(const dom::array &choices);
    bool takeChoice(const dom::object &choice);
    void takeError(const dom::element &error);
    /// Where in an event a usage object stood.
    struct UsagePlace {
        enum Holder { Event, Groq, Choice, Delta } holder = Event;
        std::size_t choice = 0;
    };
    void takeUsage(const dom::element &usage, UsagePlace place);
    void sliceUsage();
    void takeTimings(const dom::element &timings);
    void takeUsageOfChoices(const dom::array &choices);
    void judgeBareObject(const dom::object &root, bool known);

    ChatEvent &m_event;
    DeltaReader m_deltas;
    UsagePlace m_usagePlace;
    std::string m_repaired;
    std::string_view m_text; // the JSON that was read, for slices
};

bool ChatEventReader::Private::parse(std::string_view payload, dom::element &root, QString &why)
{
    dom::parser &parser = threadParser();
    const auto accepts = [&](std::string_view text) {
        m_text = text;
        return parser.parse(text.data(), text.size()).get(root) == simdjson::SUCCESS;
    };
    // simdjson lets some halves of surrogate pairs pass and makes invalid UTF-8 of them.
    const bool suspicious = hasSurrogateEscape(payload);
    if (!suspicious && accepts(payload))
        return true;
    m_repaired = repairedJson(payload);
    if ((suspicious || m_repaired != payload) && accepts(m_repaired))
        return true;
    const auto strict = parseJson(view(m_repaired));
    if (!strict) {
        why = strict.error().message;
        return false;
    }
    // A number that simdjson has no type for, say: rewritten, it has.
    m_repaired = canonicalJson(*strict).toStdString();
    return accepts(m_repaired);
}

/// Member by member: the choices and their lists keep their memory.
void ChatEventReader::Private::reset()
{
    for (std::size_t i = 0; i < m_event.choiceCount; ++i)
        m_event.choices[i].clear();
    m_event.choiceCount = 0;
    m_event.isObject = false;
    m_event.foreign = false;
    m_event.usage.reset();
    m_event.usageRaw = {};
    m_event.timings.reset();
    m_event.timingsRaw = {};
    m_event.model = {};
    m_event.simSentNs.reset();
    m_event.simDueNs.reset();
    m_event.error = false;
    m_event.errorMessage.clear();
    m_deltas.clear();
}

void ChatEventReader::Private::readObject(const dom::object &root)
{
    m_event.isObject = true;
    dom::array choices;
    dom::object groq;
    bool hasChoices = false;
    bool hasGroq = false;
    bool known = false;
    for (const auto [key, value] : root) {
        if (key == "choices") {
            hasChoices = value.get(choices) == simdjson::SUCCESS;
        } else if (key == "error") {
            takeError(value);
        } else if (key == "usage") {
            takeUsage(value, {});
            known = known || value.is_object();
        } else if (key == "timings") {
            takeTimings(value);
            known = known || value.is_object();
        } else if (key == "x_groq") {
            hasGroq = value.get(groq) == simdjson::SUCCESS;
        } else if (key == "model") {
            m_event.model = stringOf(value);
        } else if (key.starts_with("sim_")) {
            takeStamp(key, value);
        }
    }
    if (hasGroq)
        readGroq(groq);
    if (hasChoices)
        readChoices(choices);
    else
        judgeBareObject(root, known || hasGroq);
    sliceUsage();
}

/// The simulated endpoint's ground truth.
void ChatEventReader::Private::takeStamp(std::string_view key, const dom::element &value)
{
    std::int64_t stamp = 0;
    if (value.get(stamp) != simdjson::SUCCESS)
        return;
    if (key == "sim_sent_ns")
        m_event.simSentNs = stamp;
    else if (key == "sim_due_ns")
        m_event.simDueNs = stamp;
}

/// What Groq keeps apart from the rest.
void ChatEventReader::Private::readGroq(const dom::object &groq)
{
    dom::element value;
    if (groq.at_key("error").get(value) == simdjson::SUCCESS)
        takeError(value);
    if (groq.at_key("usage").get(value) == simdjson::SUCCESS)
        takeUsage(value, {UsagePlace::Groq});
}

/// An object without choices: an error in one of the shapes that do not say "error", or something foreign.
void ChatEventReader::Private::judgeBareObject(const dom::object &root, bool known)
{
    if (m_event.error)
        return;
    dom::element value;
    const bool named = root.at_key("object").get(value) == simdjson::SUCCESS && stringOf(value) == "error";
    const bool coded = root.at_key("code").get(value) == simdjson::SUCCESS
        && root.at_key("message").get(value) == simdjson::SUCCESS && value.is_string();
    if (named || coded) {
        m_event.error = true;
        m_event.errorMessage = serverWords(view(m_text));
        return;
    }
    m_event.foreign = !known;
}

/// Some servers wrap an error in an array; nothing else that a chat completion has comes in one.
void ChatEventReader::Private::readArray(const dom::array &root)
{
    for (const dom::element element : root) {
        dom::element error;
        if (element.is_object() && element.at_key("error").get(error) == simdjson::SUCCESS)
            takeError(error);
    }
    m_event.foreign = !m_event.error;
}

void ChatEventReader::Private::readChoices(const dom::array &choices)
{
    bool extras = false;
    for (const dom::element element : choices) {
        dom::object choice;
        if (element.get(choice) == simdjson::SUCCESS)
            extras = takeChoice(choice) || extras;
    }
    if (extras)
        takeUsageOfChoices(choices);
}

/// True when there may be a usage in it.
bool ChatEventReader::Private::takeChoice(const dom::object &choice)
{
    if (m_event.choiceCount == m_event.choices.size())
        m_event.choices.emplace_back();
    ChoiceDelta &delta = m_event.choices[m_event.choiceCount];
    delta.index = static_cast<qint64>(m_event.choiceCount);
    ++m_event.choiceCount;
    m_deltas.read(choice, delta);
    dom::element error;
    if (delta.hasExtras && choice.at_key("error").get(error) == simdjson::SUCCESS)
        takeError(error);
    return delta.hasExtras;
}

/// Behind the places that belong to the whole event: first those beside a delta, then those in one.
void ChatEventReader::Private::takeUsageOfChoices(const dom::array &choices)
{
    for (const auto holder : {UsagePlace::Choice, UsagePlace::Delta}) {
        std::size_t position = 0;
        for (const dom::element choice : choices) {
            const std::size_t here = position++;
            dom::element usage;
            const auto found = holder == UsagePlace::Choice ? choice.at_key("usage") : choice["delta"].at_key("usage");
            if (found.get(usage) == simdjson::SUCCESS)
                takeUsage(usage, {holder, here});
        }
    }
}

void ChatEventReader::Private::takeError(const dom::element &error)
{
    if (!meansError(error))
        return;
    if (m_event.errorMessage.isEmpty())
        m_event.errorMessage = wordsOf(error);
    m_event.error = true;
}

void ChatEventReader::Private::takeUsage(const dom::element &usage, UsagePlace place)
{
    dom::object object;
    if (usage.get(object) != simdjson::SUCCESS)
        return;
    const Usage counts = readUsage(object);
    if (!countsSomething(counts))
        return;
    m_event.usage = counts;
    m_usagePlace = place;
}

/// The server's own bytes of the usage that counts, found once an event, when all places have been looked at.
void ChatEventReader::Private::sliceUsage()
{
    if (!m_event.usage)
        return;
    std::string_view holder = m_text;
    if (m_usagePlace.holder == UsagePlace::Groq)
        holder = jsonMember(m_text, "x_groq");
    else if (m_usagePlace.holder != UsagePlace::Event)
        holder = jsonElement(jsonMember(m_text, "choices"), m_usagePlace.choice);
    if (m_usagePlace.holder == UsagePlace::Delta)
        holder = jsonMember(holder, "delta");
    const std::string_view raw = jsonMember(holder, "usage");
    m_event.usageRaw = raw.size() <= maxRaw ? raw : std::string_view();
}

void ChatEventReader::Private::takeTimings(const dom::element &timings)
{
    dom::object object;
    if (timings.get(object) != simdjson::SUCCESS)
        return;
    m_event.timings = readTimings(object);
    const std::string_view raw = jsonMember(m_text, "timings");
    m_event.timingsRaw = raw.size() <= maxRaw ? raw : std::string_view();
}

ChatEventReader::ChatEventReader()
    : d(std::make_unique<Private>(m_event))
{
}

ChatEventReader::~ChatEventReader() = default;

bool ChatEventReader::read(std::string_view payload)
{
    d->reset();
    dom::element root;
    if (!d->parse(payload, root, m_badJson))
        return false;
    dom::object object;
    dom::array array;
    if (root.get(object) == simdjson::SUCCESS)
        d->readObject(object);
    else if (root.get(array) == simdjson::SUCCESS)
        d->readArray(array);
    return true;
}

} // namespace streamgauge
