//! The isometric view.
use crate::{Look, XimaScene};
pub(crate) fn png(scene: &XimaScene, look: Look) -> Vec<u8> {
    crate::plan::png(scene, look)
}
