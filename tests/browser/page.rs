//! What the page makes of people's texts, whatever they write; no bot is needed for that.

use playground::{Options, Server};
use serde_json::{Value, json};

use crate::chromium::{Browser, key};

/// Names that break pages: markup, marks that turn the direction of writing, letters that grow upwards, joined emoji.
const NAMES: [&str; 6] = [
    "<b>bold</b><img src=x onerror=alert(1)>",
    "\u{202E}desrever\u{202C} \u{2067}\u{05E9}\u{05DC}\u{05D5}\u{05DD}",
    "Z\u{0351}\u{036B}\u{0343}\u{036A}\u{0302}\u{036B}\u{033D}\u{034F}\u{0334}\u{0319}\u{0324}\u{031E}\u{0349}\u{035A}a\u{0368}\u{034A}\u{033D}lgo",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦",
    "`*_|>[]() @everyone <@1> ||x||",
];

#[tokio::test]
async fn no_name_breaks_the_layout() {
    let server = start().await;
    let page = Browser::open(&server.url()).await;
    page.see(".person[aria-current]", "ana").await;
    for name in NAMES {
        let user = post(&server, "users", &json!({ "name": name })).await;
        let text = format!("{name} {} <@{}>", "long".repeat(120), user["id"].as_str().expect("an id"));
        post(&server, "message", &json!({ "user": user["id"], "channel": "games", "content": text })).await;
    }
    page.see(".message .author", NAMES[NAMES.len() - 1]).await;
    assert_eq!(page.count(".message .author", "<b>bold</b>").await, 1, "markup is shown as it was written");
    for width in [1280, 900, 400] {
        page.resize(width, 760).await;
        holds_together(&page, width).await;
    }
    page.close().await;
    server.stop().await;
}

/// Nothing of the page is wider than the window, no name is taller than its line, and no text became an element.
async fn holds_together(page: &Browser, width: u32) {
    let elements = page
        .value("return document.querySelectorAll('#messages b, #messages img, #messages script').length;")
        .await;
    assert_eq!(elements, 0, "a text became markup");
    let wide = page
        .value(
            "return [document.documentElement, ...document.querySelectorAll('#main, #scroll, #messages, .message, .body')]
                .filter((element) => element.scrollWidth > element.clientWidth + 1)
                .map((element) => element.className || element.tagName);",
        )
        .await;
    assert_eq!(wide, json!([]), "at {width} px something is wider than its place");
    let tall = page
        .value(
            "return [...document.querySelectorAll('.name')].filter((name) => name.offsetHeight > 40).length;",
        )
        .await;
    assert_eq!(tall, 0, "at {width} px a name is taller than its line");
}

#[tokio::test]
async fn people_write_to_each_other() {
    let server = start().await;
    let page = Browser::open(&server.url()).await;
    page.see("#banner", "is offline").await;

    page.keys("hello @bor").await;
    page.see(".suggestions [aria-selected=true]", "boris").await;
    page.keys(key::TAB).await;
    page.keys("**now**").await;
    page.keys(key::ENTER).await;
    page.see(".message .content", "hello @boris now").await;
    page.see(".message strong", "now").await;
    page.see(".person[data-person=boris] .badge", "1").await;
    page.see_gone(".person[data-person=ana] .badge", "").await;

    page.click(".person[data-person=boris]", "").await;
    page.see(".person[data-person=boris][aria-current]", "").await;
    page.see(".message.mine .mention.mine", "@boris").await;
    page.see_gone(".badge", "").await;

    // In a narrow window people and channels are behind a button.
    page.resize(400, 760).await;
    page.see_gone(".person", "").await;
    page.click(".menu", "").await;
    page.click(".person[data-person=chen]", "").await;
    page.see_gone(".person", "").await;
    assert_eq!(page.value("return location.hash.split('/')[0];").await, "#chen");

    server.stop().await;
    page.see("#banner", "cannot be reached").await;
    page.close().await;
}

#[tokio::test]
async fn markdown_is_read_as_discord_reads_it() {
    let server = start().await;
    let page = Browser::open(&server.url()).await;
    page.see(".person[aria-current]", "ana").await;
    for (text, expected) in MARKDOWN {
        let script = format!(
            "const done = arguments[0];
            const context = {{ me: {{ id: '1', locale: 'en-US' }}, users: new Map([['1', {{ id: '1', name: 'ana' }}]]), channels: new Map() }};
            import('/markdown.js').then(({{ markdown }}) => {{
                const holder = document.createElement('div');
                holder.append(...markdown({}, context));
                for (const element of holder.querySelectorAll('*')) {{
                    for (const name of element.getAttributeNames()) if (name !== 'href') element.removeAttribute(name);
                }}
                done(holder.innerHTML);
            }}, (error) => done(String(error)));",
            json!(text)
        );
        assert_eq!(page.later(&script).await, *expected, "the markdown is {text:?}");
    }
    page.close().await;
    server.stop().await;
}

/// Texts, and the markup that becomes of them without its attributes.
const MARKDOWN: &[(&str, &str)] = &[
    ("plain", "<p>plain</p>"),
    ("two\nlines", "<p>two\nlines</p>"),
    ("<i>&amp;", "<p>&lt;i&gt;&amp;amp;</p>"),
    (
        "**bold** *italic* _too_ __under__ ~~gone~~",
        "<p><strong>bold</strong> <em>italic</em> <em>too</em> <u>under</u> <s>gone</s></p>",
    ),
    ("**bold *both***", "<p><strong>bold <em>both</em></strong></p>"),
    ("snake_case_name and 2 * 3 * 4", "<p>snake_case_name and 2 * 3 * 4</p>"),
    (r"\*kept\* \_too\_ \`so\`", "<p>*kept* _too_ `so`</p>"),
    ("`**code**`", "<p><code>**code**</code></p>"),
    ("``a ` b``", "<p><code>a ` b</code></p>"),
    ("```rust\nfn main() {}\n```", "<pre><code>fn main() {}</code></pre>"),
    ("before\n```\n*x*\n```\nafter", "<p>before</p><pre><code>*x*</code></pre><p>after</p>"),
    (
        "# One\n## Two\n### Three\n-# small",
        "<h3>One</h3><h4>Two</h4><h5>Three</h5><p><small>small</small></p>",
    ),
    ("#no heading", "<p>#no heading</p>"),
    ("> quoted\n> more\nnot", "<blockquote><p>quoted\nmore</p></blockquote><p>not</p>"),
    (">>> all\nof it", "<blockquote><p>all\nof it</p></blockquote>"),
    ("- one\n- two\n  - inner", "<ul><li>one</li><li>two<ul><li>inner</li></ul></li></ul>"),
    ("1. one\n2. two", "<ol><li>one</li><li>two</li></ol>"),
    (
        "<@1> <@!1> <@9>",
        "<p><span>@<bdi>ana</bdi></span> <span>@<bdi>ana</bdi></span> <span>@<bdi>unknown-user</bdi></span></p>",
    ),
    ("<t:0:d>", "<p><time>1/1/70</time></p>"),
    (
        "[words](https://example.org/a_b_c) https://example.org/x.",
        "<p><a href=\"https://example.org/a_b_c\">words</a> <a href=\"https://example.org/x\">https://example.org/x</a>.</p>",
    ),
    ("[no](javascript:alert(1))", "<p>[no](javascript:alert(1))</p>"),
    ("unclosed **bold and `code", "<p>unclosed **bold and `code</p>"),
];

async fn start() -> Server {
    Server::start(Options { port: Some(0), ..Options::default() }).await.expect("the stand-in starts")
}

async fn post(server: &Server, path: &str, body: &Value) -> Value {
    let request = reqwest::Client::new().post(format!("{}/_control/{path}", server.url())).json(body);
    let answer = request.send().await.expect("it answers");
    assert!(answer.status().is_success(), "{path} was refused: {}", answer.status());
    answer.json().await.expect("JSON")
}
