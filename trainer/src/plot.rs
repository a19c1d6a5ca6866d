//! A picture of the losses of a training.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use plotters::prelude::*;

use crate::training::Losses;

const SIZE: (u32, u32) = (960, 540);

/// Draws the loss of each epoch as SVG.
pub fn draw(history: &[Losses], path: &Path) -> Result<()> {
    try_draw(history, path)
        .map_err(|error| anyhow!("{error}"))
        .with_context(|| format!("cannot draw {}", path.display()))
}

fn try_draw(history: &[Losses], path: &Path) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
    let all = || history.iter().flat_map(|losses| [losses.training, losses.validation]);
    let (least, most) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
    let margin = (most - least).max(most * 1e-3) * 0.05;
    let root = SVGBackend::new(path, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption("Loss", ("sans-serif", 24))
        .margin(16)
        .x_label_area_size(48)
        .y_label_area_size(80)
        .build_cartesian_2d(0.5..history.len() as f64 + 0.5, least - margin..most + margin)?;
    chart
        .configure_mesh()
        .x_desc("epoch")
        .x_label_formatter(&|epoch| format!("{epoch:.0}"))
        .y_label_formatter(&|loss| format!("{loss:.5}"))
        .light_line_style(TRANSPARENT)
        .draw()?;
    let training: fn(&Losses) -> f64 = |losses| losses.training;
    let lines = [("training", BLUE, training), ("validation", RED, |losses| losses.validation)];
    for (name, color, loss) in lines {
        let points =
            || history.iter().enumerate().map(|(i, losses)| (i as f64 + 1.0, loss(losses)));
        chart
            .draw_series(LineSeries::new(points(), color.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 24, y)], color.stroke_width(2)));
        chart.draw_series(points().map(|at| Circle::new(at, 3, color.filled())))?;
    }
    chart.configure_series_labels().border_style(BLACK).background_style(WHITE).draw()?;
    root.present()
}
