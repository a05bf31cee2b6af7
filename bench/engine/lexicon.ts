/** Words that shops really use, most frequent first: the head of the catalogue's vocabulary. Its long tail is made up. */

/** Department > aisle > product types. The last word of a type is what it is. */
export const DEPARTMENTS: Record<string, Record<string, readonly string[]>> = {
  Fashion: {
    Outerwear: ['parka', 'rain jacket', 'trench coat', 'puffer vest', 'poncho', 'fleece jacket'],
    Tops: ['shirt', 'turtleneck', 'hoodie', 'tunic', 'rugby shirt', 'blouse', 'crop top'],
    Bottoms: ['chinos', 'jeans', 'cargo trousers', 'shorts', 'pleated skirt', 'leggings'],
    Dresses: ['wrap dress', 'cocktail dress', 'kaftan', 'pinafore'],
    Nightwear: ['bathrobe', 'pyjama set', 'nightgown', 'wool socks'],
  },
  Footwear: {
    Sports: ['tennis shoes', 'running shoes', 'football boots', 'spikes'],
    Boots: ['work boots', 'riding boots', 'snow boots', 'wellingtons'],
    Summer: ['espadrilles', 'beach sandals', 'clogs'],
    Business: ['derby shoes', 'moccasins', 'court shoes', 'ballerinas'],
  },
  Electronics: {
    Sound: ['headphones', 'party speaker', 'record player', 'subwoofer', 'radio'],
    Mobile: ['smartphone', 'wall charger', 'phone sleeve', 'selfie stick'],
    Computing: ['notebook stand', 'monitor', 'keyboard', 'gaming mouse', 'webcam', 'network switch'],
    Vision: ['television', 'projector', 'remote control', 'media player'],
    Photo: ['camera', 'zoom lens', 'tripod', 'memory card', 'flash unit'],
  },
  Living: {
    Furniture: ['armchair', 'dining table', 'bookcase', 'bar stool', 'tv bench', 'corner desk'],
    Sleeping: ['mattress', 'duvet', 'pillow', 'bed frame', 'blanket'],
    Lamps: ['ceiling lamp', 'reading lamp', 'lantern', 'fairy lights'],
    Order: ['clothes rail', 'laundry basket', 'shelf', 'coat rack'],
    Decoration: ['mirror', 'candle holder', 'poster frame', 'vase', 'curtain', 'carpet'],
  },
  Cooking: {
    Pots: ['frying pan', 'stock pot', 'roasting tin', 'steamer', 'griddle'],
    Machines: ['blender', 'waffle maker', 'coffee grinder', 'toaster', 'rice cooker', 'kettle'],
    Table: ['soup bowl', 'mug', 'cake stand', 'water carafe', 'steak knives'],
    Helpers: ['bread knife', 'chopping board', 'whisk', 'colander', 'pepper mill'],
  },
  Care: {
    Skin: ['hand cream', 'body lotion', 'face mask', 'lip balm', 'sun spray'],
    Hair: ['shampoo', 'hair oil', 'curling iron', 'beard trimmer'],
    Colour: ['lipstick', 'eyeliner', 'nail polish', 'blush palette'],
    Scent: ['perfume', 'aftershave', 'room spray'],
  },
  Sport: {
    Gym: ['exercise mat', 'dumbbells', 'rowing machine', 'skipping rope', 'weight bench'],
    Bikes: ['city bike', 'cycling helmet', 'bike pump', 'bike lock', 'saddle bag'],
    Trekking: ['tent', 'hiking backpack', 'sleeping bag', 'gas stove', 'thermos flask'],
    Pool: ['bathing suit', 'diving mask', 'swim fins', 'paddle board'],
  },
  Play: {
    Construction: ['building bricks', 'train set', 'magnet tiles'],
    Dolls: ['doll', 'teddy bear', 'dolls house', 'finger puppets'],
    Games: ['board game', 'playing cards', 'jigsaw', 'chess set'],
    Outside: ['swing', 'sandpit', 'balance bike', 'water pistol'],
  },
  Gardening: {
    Tools: ['hedge trimmer', 'rake', 'wheelbarrow', 'secateurs', 'spade'],
    Planting: ['planter', 'raised bed', 'potting soil', 'sprinkler'],
    Patio: ['parasol', 'garden swing', 'charcoal grill', 'sun lounger', 'deck chair'],
  },
  Motoring: {
    Spares: ['brake discs', 'air filter', 'glow plugs', 'timing belt', 'starter battery'],
    Cabin: ['seat cushion', 'boot liner', 'dash camera', 'roof box'],
    Washing: ['rim cleaner', 'wax polish', 'foam sprayer', 'chamois'],
  },
  Workplace: {
    Writing: ['notepad', 'ballpoint pens', 'pencil case', 'marker set', 'eraser'],
    Filing: ['ring binder', 'filing cabinet', 'mailing boxes', 'letter tray'],
    Devices: ['label printer', 'desk calculator', 'flipchart', 'document scanner'],
  },
  Animals: {
    Dogs: ['dog collar', 'dog basket', 'dog coat', 'puppy food', 'chew bone'],
    Cats: ['cat flap', 'litter tray', 'scratching barrel', 'cat treats'],
    Fish: ['fish tank', 'pond pump', 'aquarium gravel'],
  },
  Handicraft: {
    Power: ['hammer drill', 'angle grinder', 'jigsaw blade', 'heat gun', 'sander'],
    Manual: ['spirit level', 'pliers', 'socket set', 'tape measure', 'toolbox'],
    Needlework: ['sewing machine', 'knitting yarn', 'embroidery hoop', 'fabric scissors'],
  },
};

export const COLOURS =
  `black|white|grey|dark blue|blue|red|green|brown|beige|silver|pink|gold|forest green|yellow|anthracite|
wine red|orange|purple|cream|petrol|mint green|apricot|lilac|bronze|ochre|rust|sand|aqua|cherry|emerald`.split(/\|\s*/);

export const MATERIALS =
  `cotton|leather|polyester|steel|plastic|wood|glass|aluminium|wool|stainless steel|bamboo|linen|nylon|
ceramic|silicone|velvet|rubber|silk|denim|canvas|pine|beech|suede|jersey|cork|marble|acrylic|felt|mesh|carbon fibre|rattan|
porcelain|terry cloth|oak|concrete|brass|copper|slate|faux leather|modal`.split(/\|\s*/);

export const ADJECTIVES =
  `classic|premium|light|modern|waterproof|folding|compact|wireless|slim|adjustable|portable|soft|robust|
professional|organic|mini|elegant|extra wide|vintage|ergonomic|striped|reversible|electric|padded|quiet|breathable|heavy duty|
stackable|cordless|washable|basic|rustic|handmade|magnetic|hooded|insulated|digital|checked|unbreakable|retractable|fragrant|
deluxe|smart|universal|quilted|nonslip|reflective|oversize|minimalist|dimmable|recycled|tailored|matt|glossy|double|seasonal|
sporty|festive|aromatic|decorative`.split(/\|\s*/);

/** For whom, for what, with what. */
export const PURPOSES =
  `for women|for men|for kids|for home|unisex|for outdoors|with lid|for travel|for beginners|for office|
for girls|for boys|with cover|for newborns|with case|for small rooms|with usb cable|for dry skin|gift box|with spare parts`.split(
    /\|\s*/,
  );

/** Sizes by department; the others measure things. */
export const SIZES: Record<string, readonly string[]> = {
  Fashion: ['m', 'l', 's', 'xl', 'xs', 'xxl', '3xl'],
  Footwear: ['40', '41', '39', '42', '43', '38', '44', '37', '45', '36', '46'],
};
export const MEASURES =
  `500ml|2 pack|30cm|1l|64gb|50x70|4 pack|90cm|14 inch|250ml|1kg|100x200|180cm|128gb|300g|24 inch|12v|5kg|
10 pack|75cl|40w|3m|1500w|50 pack`.split(/\|\s*/);

export const STOP_WORDS =
  `the and with for a of in your to is it this on from you that or by are an at as can be all`.split(' ');

/** What descriptions of anything say. */
export const PHRASES =
  `quality design easy made perfect comfortable style use ideal high material home day finish long great features
light natural size fit power water clean look time set space hand strong colour new simple family kitchen travel outdoor surface
protection gift care keep wash warm room storage piece support quick safe fresh control comfort battery stylish pocket handle
cover weight base pattern detail collection fabric performance everyday warranty included suitable package years indoor
winter summer season stretch strap button zip cable charge screen sound speed heat cold temperature metal wooden scratch
resistant smooth friends garden weather shape inside corner edges bottom front side value hours minutes`.split(/\s+/);

/** What shoppers ask for and this shop calls otherwise or does not sell. */
export const UNSOLD =
  `sofa couch jumper pullover sweater slippers handbag purse wallet earphones cellphone fridge freezer dishwasher
hoover vacuum torch flashlight nappies diapers pram stroller buggy cooker oven quilt comforter wardrobe cupboard dresser spanner
wrench screwdriver nails deodorant toothbrush razor necklace bracelet earrings watch spectacles sunglasses umbrella guitar piano
violin drone joystick console router modem tablet ereader microscope telescope skateboard surfboard sledge rabbit hamster parrot
chocolate whisky magazine calendar`.split(/\s+/);
