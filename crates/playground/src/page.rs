//! The chat page: the files of `page/`, embedded.

#[cfg(test)]
mod tests;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Every file by the path of its address, with its content type and its text.
const FILES: [(&str, &str, &str); 18] = [
    ("/", HTML, include_str!("../page/index.html")),
    ("/style.css", CSS, include_str!("../page/style.css")),
    ("/frame.css", CSS, include_str!("../page/frame.css")),
    ("/message.css", CSS, include_str!("../page/message.css")),
    ("/component.css", CSS, include_str!("../page/component.css")),
    ("/composer.css", CSS, include_str!("../page/composer.css")),
    ("/narrow.css", CSS, include_str!("../page/narrow.css")),
    ("/app.js", SCRIPT, include_str!("../page/app.js")),
    ("/command.js", SCRIPT, include_str!("../page/command.js")),
    ("/component.js", SCRIPT, include_str!("../page/component.js")),
    ("/composer.js", SCRIPT, include_str!("../page/composer.js")),
    ("/control.js", SCRIPT, include_str!("../page/control.js")),
    ("/dialog.js", SCRIPT, include_str!("../page/dialog.js")),
    ("/dom.js", SCRIPT, include_str!("../page/dom.js")),
    ("/markdown.js", SCRIPT, include_str!("../page/markdown.js")),
    ("/message.js", SCRIPT, include_str!("../page/message.js")),
    ("/suggestions.js", SCRIPT, include_str!("../page/suggestions.js")),
    ("/time.js", SCRIPT, include_str!("../page/time.js")),
];

/// Content type and text of the page's file at a path.
pub fn file(path: &str) -> Option<(&'static str, &'static str)> {
    FILES.iter().find(|(at, ..)| *at == path).map(|(_, content_type, text)| (*content_type, *text))
}
