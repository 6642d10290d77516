//! The user as whom the server runs, and the folders that user can enter.

use std::fs::{self, DirBuilder, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

use rustix::process::{getegid, geteuid, getgroups};

use super::{Error, folder_error};

/// The user as whom the server runs: we ourselves, or, when we are root, one that PostgreSQL accepts.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    name: String,
    user: u32,
    groups: Vec<u32>,
    /// Whether processes must change to it.
    another: bool,
}

impl Account {
    /// The server's user.
    pub(crate) fn of_server() -> Result<Account, Error> {
        if !geteuid().is_root() {
            let mut groups = vec![getegid().as_raw()];
            groups.extend(getgroups().unwrap_or_default().into_iter().map(rustix::process::Gid::as_raw));
            let user = geteuid().as_raw();
            let name = ask_id(&["-un"]).unwrap_or_else(|| user.to_string());
            return Ok(Account { name, user, groups, another: false });
        }
        ["postgres", "nobody"].into_iter().find_map(Account::named).ok_or(Error::NoAccount)
    }

    fn named(name: &str) -> Option<Account> {
        let id = |which| ask_id(&[which, name])?.parse().ok();
        Some(Account { name: name.to_owned(), user: id("-u")?, groups: vec![id("-g")?], another: true })
    }

    /// Whether it is another user than we are.
    pub(crate) fn is_another(&self) -> bool {
        self.another
    }

    /// Has a command run as this user, with nothing of our environment but the search path: there may be secrets in it.
    pub(crate) fn run(&self, command: &mut Command) {
        command
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("LC_ALL", "C.UTF-8");
        if self.another {
            command.uid(self.user).gid(self.groups[0]);
        }
    }

    /// Refuses when there is a folder on the way from the root to `folder`, itself included, that this user cannot enter.
    pub(crate) fn check_way(&self, folder: &Path) -> Result<(), Error> {
        let mut way: Vec<&Path> = folder.ancestors().collect();
        way.reverse();
        match way.into_iter().find(|step| !fs::metadata(step).is_ok_and(|metadata| self.can_enter(&metadata)))
        {
            Some(barrier) => Err(Error::Barred { user: self.name.clone(), barrier: barrier.to_owned() }),
            None => Ok(()),
        }
    }

    fn can_enter(&self, folder: &Metadata) -> bool {
        let bit = if folder.uid() == self.user {
            0o100
        } else if self.groups.contains(&folder.gid()) {
            0o010
        } else {
            0o001
        };
        folder.mode() & bit != 0
    }

    /// Makes a folder that is this user's alone. One that exists is taken over only if it is no link, and this user's or
    /// ours: in a folder that everybody may write to, somebody else may have been there first.
    pub(crate) fn own(&self, folder: &Path) -> Result<(), Error> {
        self.try_own(folder).map_err(|error| folder_error(folder, &error))
    }

    fn try_own(&self, folder: &Path) -> io::Result<()> {
        match DirBuilder::new().mode(0o700).create(folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        let found = fs::symlink_metadata(folder)?;
        if !found.is_dir() {
            return Err(io::Error::other("it is no folder"));
        }
        if ![self.user, geteuid().as_raw()].contains(&found.uid()) {
            return Err(io::Error::other("it belongs to somebody else"));
        }
        if found.uid() != self.user {
            chown(folder, Some(self.user), Some(self.groups[0]))?;
        }
        fs::set_permissions(folder, Permissions::from_mode(0o700))
    }
}

/// What the system's `id` says.
fn ask_id(arguments: &[&str]) -> Option<String> {
    let output = Command::new("id").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(str::from_utf8(&output.stdout).ok()?.trim().to_owned())
}
