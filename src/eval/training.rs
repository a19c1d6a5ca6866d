//! What the trainer needs of the network's definition: the features of positions, and network
//! files. Not for users of the library: it may change with every version.

use shakmaty::{Bitboard, Chess, Color, Role};

use crate::board::Position;
use crate::board::pieces::{MAX_PIECES, Pieces};
use crate::error::Error;
use crate::eval::features::{Input, MAX_ACTIVE_RELATIONS, PieceSquare, RELATIONS};
use crate::eval::file::{Header, MAGIC, Part};
use crate::eval::network::Network;
use crate::eval::relations::{ActiveRelations, Buffer, EMPTY_BUFFER};
use crate::sys::{Kernel, Level, Vectors};

pub use crate::eval::bounds::MAX_OUTPUT_WEIGHT;
pub use crate::eval::features::{PIECE_SQUARES, VERSION};
pub use crate::eval::file::{MAX_BUCKETS, MAX_WIDTH, WIDTH_STEP, is_bucket_count, is_width};
pub use crate::eval::forward::{QB, SCALE, bucket};
pub use crate::eval::vector::QA;

/// The number of features: pieces on squares, followed by relations.
pub const FEATURES: usize = PIECE_SQUARES + RELATIONS;

/// The largest magnitude of a sum of weights in the hidden layer, given the largest magnitude of
/// the weights of pieces and biases, and of those of relations.
pub const fn max_sum(of_piece: usize, of_relation: usize) -> usize {
    (MAX_PIECES + 1) * of_piece + MAX_ACTIVE_RELATIONS * of_relation
}

/// The part of a position that the network sees, in half of the memory: trainers hold a hundred
/// million.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkInput {
    white: Bitboard,
    /// The bits of the number of the role on each square, from 1; 0 stands for none.
    roles: [Bitboard; 3],
    turn: Color,
    castling: [u8; 2],
}

impl NetworkInput {
    /// The input for a position.
    pub fn of(chess: &Chess) -> NetworkInput {
        let position = Position::new(chess);
        let Input { pieces, turn, castling } = Input::of(&position);
        let with = |bit| Role::ALL.into_iter().filter(move |&role| has_bit(role, bit));
        let plane = |bit| with(bit).fold(Bitboard::EMPTY, |all, role| all | pieces.by_role(role));
        NetworkInput { white: pieces.white(), roles: [0, 1, 2].map(plane), turn, castling }
    }

    /// The number of pieces on the board.
    pub fn pieces(&self) -> usize {
        self.occupied().count()
    }

    fn occupied(&self) -> Bitboard {
        self.roles[0] | self.roles[1] | self.roles[2]
    }

    #[inline(always)]
    fn board(&self) -> Pieces {
        let fits = |role, bit: usize| {
            if has_bit(role, bit) { self.roles[bit] } else { !self.roles[bit] }
        };
        let by_role = Role::ALL.map(|role| fits(role, 0) & fits(role, 1) & fits(role, 2));
        Pieces::new(by_role, [self.occupied() & !self.white, self.white])
    }
}

/// Whether the number of a role, from 1, has a bit.
fn has_bit(role: Role, bit: usize) -> bool {
    role as usize >> bit & 1 == 1
}

/// The active features of a position.
pub struct ActiveFeatures {
    level: Level,
    features: [[u16; MAX_PIECES + MAX_ACTIVE_RELATIONS]; 2],
    count: usize,
    turn: Color,
}

impl ActiveFeatures {
    /// No features yet.
    pub fn new() -> ActiveFeatures {
        let features = [[0; MAX_PIECES + MAX_ACTIVE_RELATIONS]; 2];
        ActiveFeatures { level: Level::best(), features, count: 0, turn: Color::White }
    }

    /// Computes the active features of a position.
    pub fn find(&mut self, of: &NetworkInput) {
        self.level.run(Find { features: self, of });
    }

    /// The features as the side to move sees them.
    pub fn own(&self) -> &[u16] {
        &self.features[self.turn as usize][..self.count]
    }

    /// The features as the other side sees them, in the same order.
    pub fn other(&self) -> &[u16] {
        &self.features[!self.turn as usize][..self.count]
    }
}

impl Default for ActiveFeatures {
    fn default() -> ActiveFeatures {
        ActiveFeatures::new()
    }
}

/// [`ActiveFeatures::find`].
struct Find<'a> {
    features: &'a mut ActiveFeatures,
    of: &'a NetworkInput,
}

impl Kernel for Find<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vectors>(self) {
        let ActiveFeatures { features, count, turn, .. } = self.features;
        let pieces = self.of.board();
        let input = Input { pieces: &pieces, turn: self.of.turn, castling: self.of.castling };
        (*count, *turn) = (0, input.turn);
        let perspectives = input.perspectives();
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = role.of(color);
                for square in pieces.by_piece(piece) {
                    for (features, view) in features.iter_mut().zip(perspectives) {
                        let feature = view.piece_square(PieceSquare::new(piece, square));
                        features[*count] = feature as u16;
                    }
                    *count += 1;
                }
            }
        }
        let mut buffer: Buffer = EMPTY_BUFFER;
        let relations = ActiveRelations::of(input, perspectives, &mut buffer);
        let first = *count;
        for (side, features) in features.iter_mut().enumerate() {
            let relations = relations.of_side(side);
            *count = first + relations.len();
            for (feature, relation) in features[first..*count].iter_mut().zip(relations) {
                *feature = PIECE_SQUARES as u16 + relation;
            }
        }
    }
}

/// The content of a network file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkFile {
    /// The number N of hidden units of each side.
    pub width: usize,
    /// The number B of output buckets.
    pub buckets: usize,
    /// The description of the network.
    pub description: String,
    /// The weights of pieces on squares, a row of N for each.
    pub pieces: Vec<i16>,
    /// The weights of relations, a row of N for each.
    pub relations: Vec<i8>,
    /// The biases of the hidden units.
    pub biases: Vec<i16>,
    /// The output weights: for each bucket N for the side to move, then N for the other.
    pub output: Vec<i16>,
    /// The output biases.
    pub output_biases: Vec<i32>,
}

impl NetworkFile {
    /// Whether a file that begins with these bytes is a network.
    pub fn recognises(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Those of [`Engine::load_network`](crate::Engine::load_network).
    pub fn read(bytes: &[u8]) -> Result<NetworkFile, Error> {
        Network::parse(bytes)?;
        let header = Header::read(bytes)?;
        let part = |part| header.part(part, bytes);
        let wide =
            |of: Part| part(of).as_chunks().0.iter().map(|&n| i16::from_le_bytes(n)).collect();
        Ok(NetworkFile {
            width: header.width,
            buckets: header.buckets,
            description: header.description.to_owned(),
            pieces: wide(Part::Pieces),
            relations: part(Part::Relations).iter().map(|&n| n.cast_signed()).collect(),
            biases: wide(Part::Biases),
            output: wide(Part::Output),
            output_biases: part(Part::OutputBiases)
                .as_chunks()
                .0
                .iter()
                .map(|&n| i32::from_le_bytes(n))
                .collect(),
        })
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// Those of [`Engine::load_network`](crate::Engine::load_network): a network that it would
    /// reject is not written.
    pub fn write(&self) -> Result<Vec<u8>, Error> {
        let wide = |part: &[i16]| part.iter().flat_map(|n| n.to_le_bytes()).collect();
        let NetworkFile { width, buckets, ref description, .. } = *self;
        let bytes = Header { width, buckets, description }.write([
            wide(&self.pieces),
            self.relations.iter().map(|n| n.cast_unsigned()).collect(),
            wide(&self.biases),
            wide(&self.output),
            self.output_biases.iter().flat_map(|n| n.to_le_bytes()).collect(),
        ]);
        Network::parse(&bytes)?;
        Ok(bytes)
    }
}
