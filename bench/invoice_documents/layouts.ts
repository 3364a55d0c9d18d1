import { Random } from './random.js'
import type { TradeName } from './trades.js'
import type { Language } from './words.js'

/** One layout: where things stand (`frame`), who prints it and which traps its invoices hold (`flags`). */
export interface LayoutPlan {
  id: string
  frame: string
  language: Language
  trade: TradeName
  flags: ReadonlySet<string>
  /** The supplier's name when the layout is of a particular one. */
  issuer?: string
  /** The shape of its numbers, when the layout has one of its own. */
  numberShape?: string
}

/**
 * A layout a line: frame, language, trade, flags. Each line is drawn with its own seed, which chooses the variants of all its
 * parts, its wording, fonts and formats, so that two lines of one frame differ in nearly everything but the arrangement.
 */
const PLANS = `
classic es laundry debit
classic es food re grid
classic es supplies line_discounts brand
classic es works long line_discounts
classic ca works w15 no_due
classic gl food notes
sidebar es telecom debit brand
sidebar es commission single
sidebar en foreign reverse
sidebar es transport exempt third
sidebar es supplies global_discount two_ibans
letter de foreign reverse
letter es law w15 suplidos
letter nl foreign reverse
letter es rent w19 debit
letter de foreign long
letter es cleaning one_rate previous
customerfirst es food two_ibans
customerfirst es supplies long
customerfirst ca laundry debit
customerfirst es works advance_line
customerfirst es cleaning credit
margin es food notes brand
margin es laundry debit previous
margin es telecom one_rate brand
margin fr foreign reverse
margin es supplies igic line_discounts
form es food re line_discounts
form es transport paid
form eu works one_rate
form es laundry global_discount
form es supplies ipsi
form it foreign reverse
centred es food igic
centred it foreign no_due
centred es rent w19
centred gl supplies global_discount
centred es law w15
totalfirst es power debit previous
totalfirst es telecom debit
totalfirst pt foreign reverse
totalfirst es commission paid brand
totalfirst en foreign no_iban card
columns es supplies two_ibans third
columns fr foreign no_due
columns es works reverse
columns ca food notes
columns es commission credit positive
columns es cleaning long one_rate
bottomheavy es food line_discounts
bottomheavy es laundry notes
bottomheavy pt foreign global_discount
bottomheavy es rent w19 two_ibans
bottomheavy es supplies credit
headline es works advance_line
headline en foreign uk
headline es transport cash no_due
headline es supplies igic
headline ca law w15
headline nl foreign
rightissuer es food global_discount re
rightissuer es cleaning third debit
rightissuer de foreign credit
rightissuer es law w7 no_due
rightissuer en foreign usa
rightissuer es telecom previous brand
rightissuer eu food
ticket es bar simplified included cash
ticket es bar simplified included card brand
ticket ca bar simplified included cash
ticket es bar simplified included card
minuta es law w15 suplidos no_due
minuta es law w15
minuta es law suplidos one_rate
dotmatrix es food long
dotmatrix es supplies re
dotmatrix es works line_discounts debit
dotmatrix gl transport one_rate
substitution es supplies credit substitution
substitution es food credit substitution debit
utility es power debit
utility es water debit previous brand
utility ca water debit
utility es power debit igic
stub es rent w19 debit
stub es cleaning single
stub eu laundry
plain en foreign card reverse
plain es telecom card
plain fr foreign credit
plain es commission reverse brand
plain es supplies exempt single
`

/** Layouts in the manner of the given samples, of suppliers of their own (`frames_sibling.ts`). */
const SIBLING_PLANS = `
band es supplies line_discounts one_rate global_discount | Vinos y Cavas Hermanos Ozores, S.A.
boxrow es laundry one_rate | Planchados y Lencería Sol Naciente, S.L.
boxrow ca works w15 no_due one_rate | Serralleria Mecànica Vilanova i Fills, S.C.P.
breakdown es food | Comercial Alimentaria Sierra Nevada, S.A.
breakdown es food re long | Cash Hostelero del Estrecho, S.L.
supply es power debit | Luz y Gas del Mediodía Comercializadora, S.A.U.
supply ca water debit | Aigües del Maresme Interior, S.A.
notes es laundry notes previous one_rate | Químicas Industriales Betis, S.L.
turned es bar whole paid no_due | Banquetes y Celebraciones El Cortijo, S.L.
turned es works one_rate no_due | Montajes Efímeros Alborán, S.L.
receipt es rent igic w19 bare | Dolores Santana Betancor
receipt es rent w19 single | Promociones Casa Blanca, S.A.
market es supplies included third card no_due one_rate | Bazar Digital Ibérico, S.A.
typed es rent single w19 | Encarnación Morales Cifuentes
typed es law w15 suplidos one_rate | Javier Ochotorena Bilbao
panel es cleaning one_rate | Conserjes y Limpiezas Altair, S.L.
panel es cleaning credit one_rate | Mantenimientos Generales Orión, S.L.U.
bilingual de foreign reverse | Südwind Hotelbedarf GmbH
bilingual fr foreign reverse | Literie Professionnelle Savoyarde SARL
portal es commission reverse single | Alojamientos en Red Peninsular, S.L.U.
software en foreign usa reverse no_iban | Tidewater Analytics, Inc.
shop es supplies re | Librería y Objetos La Goleta, C.B.
island es supplies igic | Menaje y Equipos Teide, S.L.
footed es telecom brand one_rate | Conecta Servicios Digitales, S.A.U.
footed es law w15 suplidos one_rate no_due | Ibarrondo & Sáenz Asociados, S.L.P.
narrow es transport line_discounts | Logística Frigorífica Penibética, S.L.
narrow es supplies credit substitution one_rate | Equipamientos Hoteleros Finisterre, S.L.
till es bar simplified included cash one_rate | Marisquería Puerto Chico, S.L.
till es bar simplified included cash | Restaurante Casa Lucero, S.C.
`

/** All layouts, each with an id that tells its place in the list and its frame. */
export const layoutPlans = (): LayoutPlan[] => plansOf(PLANS, 'l')

/** The layouts of the third set, which estimates how documents of the samples' kind are read. */
export const siblingPlans = (): LayoutPlan[] => plansOf(SIBLING_PLANS, 's')

/** The layouts of a list, a row each. */
export function plansOf(list: string, letter: string): LayoutPlan[] {
  return list
    .trim()
    .split('\n')
    .map((row, at) => {
      const [words = '', issuer, numberShape] = row.split(' | ')
      const [frame = '', language = '', trade = '', ...flags] = words.split(' ')
      return {
        id: `${letter}${String(at + 1).padStart(2, '0')}-${frame}`,
        frame,
        language: language as Language,
        trade: trade as TradeName,
        flags: new Set(flags),
        ...(issuer ? { issuer } : {}),
        ...(numberShape ? { numberShape } : {}),
      }
    })
}

/** Which half a layout belongs to: failures of `develop` may be looked at by whoever works on the reader, those of `held_back` may not. */
export function halfOf(seed: string): (layoutId: string) => 'develop' | 'held_back' {
  const shuffled = new Random(`${seed}:halves`).shuffle(layoutPlans().map(({ id }) => id))
  const develop = new Set(shuffled.slice(0, Math.ceil(shuffled.length / 2)))
  return (layoutId) => (develop.has(layoutId) ? 'develop' : 'held_back')
}
