import type { Choice } from './site_page'

const monthNames = new Intl.DateTimeFormat('es-ES', { month: 'long', timeZone: 'UTC' })

/** The months of the year, 1 to 12, by their names. */
export const monthOptions: Choice[] = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: monthNames.format(new Date(Date.UTC(2026, index, 15))),
}))

export const planOptions: Choice[] = [
  { value: 'normal', label: 'PGC normal' },
  { value: 'pymes', label: 'PGC de PYMES' },
]

export const colourOptions: Choice[] = [
  ['teal', 'Verde azulado'],
  ['blue', 'Azul'],
  ['indigo', 'Índigo'],
  ['grape', 'Morado'],
  ['pink', 'Rosa'],
  ['orange', 'Naranja'],
  ['green', 'Verde'],
  ['gray', 'Gris'],
].map(([value = '', label = '']) => ({ value, label }))

const provinceNames =
  'Araba/Álava,Albacete,Alicante,Almería,Ávila,Badajoz,Illes Balears,Barcelona,Burgos,Cáceres,Cádiz,Castellón,Ciudad Real,Córdoba,A Coruña,Cuenca,Girona,Granada,Guadalajara,Gipuzkoa,Huelva,Huesca,Jaén,León,Lleida,La Rioja,Lugo,Madrid,Málaga,Murcia,Navarra,Ourense,Asturias,Palencia,Las Palmas,Pontevedra,Salamanca,Santa Cruz de Tenerife,Cantabria,Segovia,Sevilla,Soria,Tarragona,Teruel,Toledo,Valencia,Valladolid,Bizkaia,Zamora,Zaragoza,Ceuta,Melilla'

/** Provinces by their INE code, which models 347 and 303 ask for. */
export const provinceOptions: Choice[] = provinceNames
  .split(',')
  .map((label, index) => ({ value: String(index + 1).padStart(2, '0'), label }))
