export const CUSTOMERS = [
  'Viajes Mediterráneo SL',
  'Northwind Travel Ltd',
  'Sonnenreisen GmbH',
  'Agence Bleu Voyages SARL',
  'Congresos del Turia SA',
  'Baltic Tours UAB',
  'Club Deportivo Llevant',
  'Hartmann Incentive AG',
] as const

export const PAYEES = [
  'Lavandería Industrial del Maresme SL',
  'Frutas Hermanos Ortega SL',
  'Mantenimientos Ribera SA',
  'Suministros Hosteleros Vidal SL',
  'Cloudkeep Software Inc',
  'Harbour Linen Supplies Ltd',
  'Energía Verde de Levante SL',
  'Seguridad Faro SL',
  'Bodegas Altamira SA',
  'Jardines y Piscinas Nerea SL',
  'Reservation Systems Inc',
  'Thames Hospitality Staff Ltd',
] as const

/** A shop and the code of its trade. */
export const SHOPS: readonly (readonly [string, string])[] = [
  ['Renfe Viajeros', '4112'],
  ['Mercado de la Boquería', '5411'],
  ['Estación de servicio Norte', '5541'],
  ['Restaurante Can Tomeu', '5812'],
  ['Papelería Gráfica', '5943'],
  ['Nube Hosting', '4816'],
  ['Anuncios Digitales', '7311'],
  ['Ferretería Sants', '5251'],
]
