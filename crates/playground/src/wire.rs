//! Discord's JSON of what the stand-in knows.

use serde_json::{Map, Value, json};

use crate::clock::{Millis, iso};
use crate::id::Id;
use crate::permission::{self, Permissions};
use crate::state::{Attachment, Channel, Interaction, Invoked, Kind, Message, User, World};

/// Milliseconds of a day.
const DAY: Millis = 86_400_000;

impl World {
    /// A user object.
    pub fn user_json(&self, id: Id) -> Value {
        match self.users.get(&id) {
            Some(user) => user_json(user),
            // Discord shows the messages of a deleted account so.
            None => json!({
                "id": id, "username": format!("deleted_user_{id}"), "discriminator": "0",
                "global_name": null, "avatar": null, "public_flags": 0,
            }),
        }
    }

    /// A member object, with the user in it if asked.
    pub fn member_json(&self, user: &User, with_user: bool) -> Value {
        let roles = if user.id == self.bot { json!([self.guild.bot_role]) } else { json!([]) };
        let mut member = json!({
            "nick": null, "avatar": null, "banner": null, "roles": roles, "joined_at": iso(user.joined),
            "premium_since": null, "deaf": false, "mute": false, "flags": 0, "pending": false,
            "communication_disabled_until": null, "unusual_dm_activity_until": null,
        });
        if with_user {
            member["user"] = user_json(user);
        }
        member
    }

    /// A channel object as a user sees it.
    pub fn channel_json(&self, channel: &Channel, viewer: Id) -> Value {
        let mut json = json!({
            "id": channel.id, "type": channel.kind.number(), "last_message_id": channel.last_message,
            "flags": 0,
        });
        if channel.kind == Kind::Direct {
            let others = channel.members.iter().filter(|id| **id != viewer);
            json["recipients"] = others.map(|id| self.user_json(*id)).collect();
            return json;
        }
        json["guild_id"] = self.guild.id.into();
        json["name"] = channel.name.clone().into();
        json["parent_id"] = json!(channel.parent);
        json["rate_limit_per_user"] = json!(0);
        if channel.kind.is_thread() {
            json["owner_id"] = json!(channel.owner);
            json["thread_metadata"] = thread_metadata(channel);
            json["message_count"] = json!(channel.message_count);
            json["total_message_sent"] = json!(channel.message_count);
            json["member_count"] = json!(channel.members.len().min(50));
            if channel.members.contains(&viewer) {
                json["member"] = thread_member(channel, viewer);
            }
        } else {
            json["topic"] = json!(channel.topic);
            json["position"] = json!(0);
            json["nsfw"] = json!(false);
            json["permission_overwrites"] = self.overwrites(channel.id);
        }
        json
    }

    /// The permissions that a fault has set in a channel, as member overwrites.
    fn overwrites(&self, channel: Id) -> Value {
        let users = self.overrides.keys().filter(|(_, place)| place.is_none_or(|place| place == channel));
        let mut ids: Vec<Id> = users.map(|(user, _)| *user).collect();
        ids.dedup();
        ids.into_iter()
            .map(|user| {
                let allow = self.permissions(user, channel);
                let deny = permission::ALL & !allow;
                json!({"id": user, "type": 1, "allow": allow.to_string(), "deny": deny.to_string()})
            })
            .collect()
    }

    /// The file's address, good for one to two days, the same all through a day.
    pub fn attachment_url(&self, channel: Id, file: &Attachment) -> String {
        let day = self.clock.now() / DAY;
        let (issued, expires) = (day * DAY / 1000, (day + 2) * DAY / 1000);
        let mark = file.id.0 ^ expires.rotate_left(17);
        format!(
            "{}/attachments/{channel}/{}/{}?ex={expires:x}&is={issued:x}&hm={mark:016x}",
            self.origin,
            file.id,
            escape(&file.filename)
        )
    }

    /// A message object.
    pub fn message_json(&self, message: &Message) -> Value {
        let attachments: Value = message
            .attachments
            .iter()
            .map(|file| {
                let url = self.attachment_url(message.channel, file);
                let mut json = json!({
                    "id": file.id, "filename": file.filename, "size": file.size, "proxy_url": url, "url": url,
                    "content_type": file.content_type,
                });
                if let Some(description) = &file.description {
                    json["description"] = json!(description);
                }
                if let Some((width, height)) = file.dimensions {
                    json["width"] = json!(width);
                    json["height"] = json!(height);
                }
                if message.to.is_some() {
                    json["ephemeral"] = json!(true);
                }
                json
            })
            .collect();
        let mentions: Value = message.mentions.iter().map(|id| self.user_json(*id)).collect();
        let mut json = json!({
            "id": message.id, "channel_id": message.channel, "author": self.user_json(message.author),
            "content": message.content, "timestamp": iso(message.created),
            "edited_timestamp": message.edited.map(iso), "tts": false,
            "mention_everyone": message.mention_everyone, "mentions": mentions, "mention_roles": [],
            "attachments": attachments, "embeds": message.embeds, "components": message.components,
            "pinned": false, "type": 0, "flags": message.flags,
        });
        if let Some(nonce) = &message.nonce {
            json["nonce"] = nonce.clone();
        }
        if let Some(reference) = message.reference {
            json["type"] = json!(19);
            json["message_reference"] =
                json!({"type": 0, "message_id": reference, "channel_id": message.channel});
        }
        if let Some(invoked) = &message.interaction {
            json["application_id"] = json!(self.bot);
            json["webhook_id"] = json!(self.bot);
            json["interaction_metadata"] = self.metadata(invoked);
            if invoked.kind == 2 {
                json["type"] = json!(20);
                json["interaction"] = json!({
                    "id": invoked.id, "type": 2, "name": invoked.name, "user": self.user_json(invoked.user),
                });
            }
        }
        if let Some(thread) = message.thread.and_then(|thread| self.channels.get(&thread)) {
            json["thread"] = self.channel_json(thread, self.bot);
        }
        json
    }

    fn metadata(&self, invoked: &Invoked) -> Value {
        let owners = json!({"0": self.guild.id});
        let mut json = json!({
            "id": invoked.id, "type": invoked.kind, "user": self.user_json(invoked.user),
            "authorizing_integration_owners": owners,
        });
        match (invoked.kind, invoked.message) {
            (3, Some(message)) => json["interacted_message_id"] = json!(message),
            (5, _) => {
                json["triggering_interaction_metadata"] = json!({
                    "id": invoked.id, "type": 2, "user": self.user_json(invoked.user),
                    "authorizing_integration_owners": owners,
                });
            }
            _ => {}
        }
        json
    }

    /// The server; in full as `GUILD_CREATE` has it, else as `GET /guilds/{id}`.
    pub fn guild_json(&self, in_full: bool) -> Value {
        let mut json = json!({
            "id": self.guild.id, "name": self.guild.name, "icon": null, "icon_hash": null, "splash": null,
            "discovery_splash": null, "owner_id": self.guild.owner, "region": "europe", "afk_channel_id": null,
            "afk_timeout": 300, "widget_enabled": false, "widget_channel_id": null, "verification_level": 0,
            "default_message_notifications": 0, "explicit_content_filter": 0, "roles": self.roles(),
            "emojis": [], "stickers": [], "features": ["COMMUNITY"], "mfa_level": 0, "application_id": null,
            "system_channel_id": null, "system_channel_flags": 0, "rules_channel_id": null,
            "max_presences": null, "max_members": 500_000, "vanity_url_code": null, "description": null,
            "banner": null, "premium_tier": 0, "premium_subscription_count": 0,
            "preferred_locale": self.guild.locale, "public_updates_channel_id": null,
            "max_video_channel_users": 25, "max_stage_video_channel_users": 50, "nsfw_level": 0,
            "premium_progress_bar_enabled": false, "safety_alerts_channel_id": null, "incidents_data": null,
        });
        if in_full {
            let joined = self.users.get(&self.bot).map_or(0, |bot| bot.joined);
            let of_kind = |threads: bool| -> Value {
                let mut places: Vec<&Channel> = self.channels.values().collect();
                places.retain(|place| place.kind != Kind::Direct && place.kind.is_thread() == threads);
                places.retain(|place| !(threads && place.archived));
                places.into_iter().map(|place| self.channel_json(place, self.bot)).collect()
            };
            let members = self.users.values().filter(|user| user.member);
            json["joined_at"] = json!(iso(joined));
            json["large"] = json!(false);
            json["unavailable"] = json!(false);
            json["member_count"] = json!(members.clone().count());
            json["members"] =
                members.filter(|user| user.id == self.bot).map(|user| self.member_json(user, true)).collect();
            json["channels"] = of_kind(false);
            json["threads"] = of_kind(true);
            for empty in ["voice_states", "presences", "stage_instances", "guild_scheduled_events"] {
                json[empty] = json!([]);
            }
        }
        json
    }

    /// The server's roles: everyone, and the bot's own.
    pub fn roles(&self) -> Value {
        let role = |id: Id, name: &str, permissions: Permissions, position: u8, tags: Value| {
            let mut role = json!({
                "id": id, "name": name, "description": null, "permissions": permissions.to_string(),
                "position": position, "color": 0, "hoist": false, "managed": position > 0,
                "mentionable": false, "icon": null, "unicode_emoji": null, "flags": 0,
                "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
            });
            if !tags.is_null() {
                role["tags"] = tags;
            }
            role
        };
        let name = self.users.get(&self.bot).map_or("", |bot| bot.name.as_str());
        let usual = self.usual_permissions(self.bot);
        json!([
            role(self.guild.id, "@everyone", permission::EVERYONE, 0, Value::Null),
            role(self.guild.bot_role, name, usual, 1, json!({"bot_id": self.bot})),
        ])
    }

    /// The application object.
    pub fn application_json(&self) -> Value {
        let bot = self.user_json(self.bot);
        json!({
            "id": self.bot, "name": bot["username"], "icon": null, "description": "", "summary": "",
            "type": null, "bot_public": true, "bot_require_code_grant": false, "verify_key": "0".repeat(64),
            "flags": 0, "owner": self.user_json(self.guild.owner), "team": null, "bot": bot, "hook": true,
            "approximate_guild_count": u8::from(self.bot_is_member()), "integration_types_config": {"0": {}},
        })
    }

    /// An interaction as the bot receives it.
    pub fn interaction_json(&self, interaction: &Interaction, data: &Value) -> Value {
        let channel = self.channels.get(&interaction.channel);
        let direct = channel.is_some_and(|channel| channel.kind == Kind::Direct);
        let user = self.users.get(&interaction.user);
        let permissions = self.permissions(interaction.user, interaction.channel).to_string();
        let app_permissions = self.permissions(self.bot, interaction.channel).to_string();
        let owner = if direct { json!({"1": interaction.user}) } else { json!({"0": self.guild.id}) };
        let mut json = json!({
            "id": interaction.id, "application_id": self.bot, "type": interaction.kind,
            "token": interaction.token, "version": 1, "channel_id": interaction.channel, "data": data,
            "locale": user.map_or("en-US", |user| user.locale.as_str()), "app_permissions": app_permissions,
            "entitlements": [], "entitlement_sku_ids": [], "authorizing_integration_owners": owner,
            "context": u8::from(direct), "attachment_size_limit": 10 << 20,
        });
        if let Some(channel) = channel {
            json["channel"] = self.channel_json(channel, interaction.user);
            json["channel"]["permissions"] = json!(permissions);
        }
        if let Some(user) = user {
            if direct {
                json["user"] = user_json(user);
            } else {
                let mut member = self.member_json(user, true);
                member["permissions"] = json!(permissions);
                json["member"] = member;
            }
        }
        if !direct {
            json["guild_id"] = json!(self.guild.id);
            json["guild_locale"] = json!(self.guild.locale);
            json["guild"] = json!({"id": self.guild.id, "locale": self.guild.locale, "features": []});
        }
        if let Some(message) = interaction.message.and_then(|message| self.message(message)) {
            json["message"] = self.message_json(message);
        }
        json
    }

    /// Users, members, channels and roles that a command's options name.
    pub fn resolved(&self, users: &[Id], channels: &[Id]) -> Value {
        let mut resolved = Map::new();
        let named = || users.iter().filter_map(|id| self.users.get(id));
        if !users.is_empty() {
            let members = named().filter(|user| user.member).map(|user| {
                let mut member = self.member_json(user, false);
                member["permissions"] = json!(self.usual_permissions(user.id).to_string());
                (user.id.to_string(), member)
            });
            resolved.insert("members".to_owned(), Value::Object(members.collect()));
            let users = named().map(|user| (user.id.to_string(), user_json(user)));
            resolved.insert("users".to_owned(), Value::Object(users.collect()));
        }
        if !channels.is_empty() {
            let places = channels.iter().filter_map(|id| self.channels.get(id)).map(|place| {
                let mut json = self.channel_json(place, self.bot);
                json["permissions"] = json!(self.permissions(self.bot, place.id).to_string());
                (place.id.to_string(), json)
            });
            resolved.insert("channels".to_owned(), Value::Object(places.collect()));
        }
        Value::Object(resolved)
    }
}

/// A thread member object.
pub fn thread_member(thread: &Channel, user: Id) -> Value {
    json!({"id": thread.id, "user_id": user, "join_timestamp": iso(thread.created), "flags": 1})
}

fn user_json(user: &User) -> Value {
    let mut json = json!({
        "id": user.id, "username": user.name, "discriminator": "0", "global_name": user.name, "avatar": null,
        "avatar_decoration_data": null, "banner": null, "accent_color": null, "public_flags": 0, "flags": 0,
    });
    if user.bot {
        json["bot"] = json!(true);
        json["global_name"] = Value::Null;
        json["mfa_enabled"] = json!(true);
        json["verified"] = json!(true);
    }
    json
}

fn thread_metadata(thread: &Channel) -> Value {
    json!({
        "archived": thread.archived, "auto_archive_duration": thread.auto_archive,
        "archive_timestamp": iso(thread.archive_changed), "locked": thread.locked,
        "create_timestamp": iso(thread.created), "invitable": thread.kind == Kind::PrivateThread,
    })
}

fn escape(filename: &str) -> String {
    let keep = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    filename.chars().map(|c| if keep(c) { c } else { '_' }).collect()
}
