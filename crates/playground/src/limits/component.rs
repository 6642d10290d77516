//! Limits of components: rows, buttons, selects, modals and their inputs.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Found, below};

/// The components of a message.
pub fn check_message(found: &mut Found, at: &[String], components: &Value, second_generation: bool) {
    let components = components.as_array().map_or(&[][..], Vec::as_slice);
    let mut ids = BTreeSet::new();
    if !second_generation {
        found.count(at, components.len(), 0, 5);
        for (index, component) in components.iter().enumerate() {
            if component["type"] != 1 {
                let message = "Only action rows may stand here without MessageFlags.IS_COMPONENTS_V2";
                found.push(&below(&below(at, index), "type"), "UNION_TYPE_CHOICES", message);
            }
        }
    }
    let total = tree(found, at, components, &mut ids);
    if total > 40 {
        found.push(
            at,
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            "The total number of components exceeds 40",
        );
    }
}

/// A modal.
pub fn check_modal(found: &mut Found, at: &[String], modal: &Value) {
    found.length(at, modal, "title", 1, 45, true);
    found.length(at, modal, "custom_id", 1, 100, true);
    let at = below(at, "components");
    let components = modal["components"].as_array().map_or(&[][..], Vec::as_slice);
    found.count(&at, components.len(), 1, 5);
    let mut ids = BTreeSet::new();
    for (index, component) in components.iter().enumerate() {
        let at = below(&at, index);
        match component["type"].as_u64() {
            Some(1) => {
                let at = below(&at, "components");
                let inputs = component["components"].as_array().map_or(&[][..], Vec::as_slice);
                found.count(&at, inputs.len(), 1, 1);
                for (index, input) in inputs.iter().enumerate() {
                    let at = below(&at, index);
                    found.length(&at, input, "label", 1, 45, true);
                    text_input(found, &at, input, &mut ids);
                }
            }
            Some(18) => {
                found.length(&at, component, "label", 1, 45, true);
                found.length(&at, component, "description", 0, 100, false);
                let inner = &component["component"];
                let at = below(&at, "component");
                match inner["type"].as_u64() {
                    Some(4) => text_input(found, &at, inner, &mut ids),
                    _ => select(found, &at, inner, &mut ids),
                }
            }
            Some(10) => {}
            _ => found.push(
                &below(&at, "type"),
                "UNION_TYPE_CHOICES",
                "This component cannot stand in a modal",
            ),
        }
    }
}

/// Checks components and those inside them; returns how many there are.
fn tree(found: &mut Found, at: &[String], components: &[Value], ids: &mut BTreeSet<String>) -> usize {
    let mut total = 0;
    for (index, component) in components.iter().enumerate() {
        let at = below(at, index);
        let inner = component["components"].as_array().map_or(&[][..], Vec::as_slice);
        total += 1;
        match component["type"].as_u64() {
            Some(1) => row(found, &below(&at, "components"), inner),
            Some(2) => button(found, &at, component, ids),
            Some(3 | 5..=8) => select(found, &at, component, ids),
            Some(9) => {
                let accessory = std::slice::from_ref(&component["accessory"]);
                total += tree(found, &below(&at, "accessory"), accessory, ids);
            }
            Some(10) => found.length(&at, component, "content", 1, 4_000, true),
            Some(11..=14 | 17) => {}
            _ => found.push(
                &below(&at, "type"),
                "UNION_TYPE_CHOICES",
                "This component cannot stand in a message",
            ),
        }
        total += tree(found, &below(&at, "components"), inner, ids);
    }
    total
}

/// Five buttons or one select.
fn row(found: &mut Found, at: &[String], components: &[Value]) {
    found.count(at, components.len(), 1, 5);
    let selects = components.iter().filter(|component| component["type"] != 2).count();
    if selects > 1 || (selects == 1 && components.len() > 1) {
        let message = "The specified component exceeds the maximum width";
        found.push(at, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
    }
}

fn button(found: &mut Found, at: &[String], button: &Value, ids: &mut BTreeSet<String>) {
    found.length(at, button, "label", 0, 80, false);
    let named = button["label"].as_str().is_some_and(|label| !label.is_empty());
    match button["style"].as_u64() {
        Some(5) => {
            found.length(at, button, "url", 1, 512, true);
            if !button["custom_id"].is_null() {
                let message = "A custom id and url cannot both be specified";
                found.push(at, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message);
            }
        }
        Some(6) => {}
        _ => custom_id(found, at, button, ids),
    }
    if !named && button["emoji"].is_null() && button["style"] != 6 {
        found.push(at, "COMPONENT_BUTTON_LABEL_OR_EMOJI_REQUIRED", "A button needs a label or an emoji");
    }
}

fn select(found: &mut Found, at: &[String], select: &Value, ids: &mut BTreeSet<String>) {
    custom_id(found, at, select, ids);
    found.length(at, select, "placeholder", 0, 150, false);
    found.number(at, select, "min_values", 0, 25);
    found.number(at, select, "max_values", 1, 25);
    if select["type"] != 3 {
        return;
    }
    let at = below(at, "options");
    let options = select["options"].as_array().map_or(&[][..], Vec::as_slice);
    found.count(&at, options.len(), 1, 25);
    let mut values = BTreeSet::new();
    for (index, option) in options.iter().enumerate() {
        let at = below(&at, index);
        found.length(&at, option, "label", 1, 100, true);
        found.length(&at, option, "value", 1, 100, true);
        found.length(&at, option, "description", 0, 100, false);
        if !values.insert(option["value"].to_string()) {
            let message = "The specified option value is already used";
            found.push(&below(&at, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
        }
    }
    if select["max_values"].as_u64().is_some_and(|most| most > options.len() as u64) {
        let message = "max_values is larger than the number of options";
        found.push(&at, "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", message);
    }
}

fn text_input(found: &mut Found, at: &[String], input: &Value, ids: &mut BTreeSet<String>) {
    custom_id(found, at, input, ids);
    found.length(at, input, "value", 0, 4_000, false);
    found.length(at, input, "placeholder", 0, 100, false);
    found.number(at, input, "min_length", 0, 4_000);
    found.number(at, input, "max_length", 1, 4_000);
    if input["type"] != 4 {
        found.push(&below(at, "type"), "UNION_TYPE_CHOICES", "Only a text input may stand here");
    }
}

fn custom_id(found: &mut Found, at: &[String], component: &Value, ids: &mut BTreeSet<String>) {
    found.length(at, component, "custom_id", 1, 100, true);
    if let Some(id) = component["custom_id"].as_str()
        && !ids.insert(id.to_owned())
    {
        let message = "Component custom id cannot be duplicated";
        found.push(&below(at, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message);
    }
}
