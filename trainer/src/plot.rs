//! Plots the losses of a training.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use plotters::prelude::*;

use crate::training::Losses;

const SIZE: (u32, u32) = (960, 540);
/// The margin above and below the lines, as a share of their range.
const MARGIN: f64 = 0.05;

/// Draws the loss of each epoch as SVG.
pub fn draw(history: &[Losses], path: &Path) -> Result<()> {
    try_draw(history, path)
        .map_err(|error| anyhow!("{error}"))
        .with_context(|| format!("cannot draw {}", path.display()))
}

fn try_draw(history: &[Losses], path: &Path) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
    let points = |loss: fn(&Losses) -> f64| (1..).zip(history.iter().map(loss)).collect::<Vec<_>>();
    let validation = points(|losses| losses.validation);
    let mut training = points(|losses| losses.training);
    // The first training loss is mostly that of an untrained network, and would dwarf the others.
    training.remove(0);
    let all = || validation.iter().chain(&training).map(|&(_, loss)| loss);
    let (least, most) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
    let margin = (most - least).max(most * MARGIN) * MARGIN;
    let root = SVGBackend::new(path, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption("Loss", ("sans-serif", 24))
        .margin(16)
        .x_label_area_size(48)
        .y_label_area_size(80)
        .build_cartesian_2d(0..history.len() + 1, least - margin..most + margin)?;
    chart
        .configure_mesh()
        .x_desc("epoch")
        .y_label_formatter(&|loss| format!("{loss:.5}"))
        .light_line_style(TRANSPARENT)
        .draw()?;
    for (name, color, points) in [("training", BLUE, training), ("validation", RED, validation)] {
        let last = points.last().map(|(_, loss)| format!(", at last {loss:.6}"));
        chart
            .draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(2)))?
            .label(format!("{name}{}", last.unwrap_or_default()))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 24, y)], color.stroke_width(2)));
        chart.draw_series(points.into_iter().map(|at| Circle::new(at, 3, color.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .legend_area_size(32)
        .border_style(BLACK)
        .background_style(WHITE)
        .draw()?;
    root.present()
}
