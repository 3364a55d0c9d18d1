import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { fold } from '#app/reading/pages/text_forms'

/** Goes to the customer, in the languages of the suppliers here. */
const back = new RegExp(
  [
    '(a|per|por) (devolver|reembolsar|reintegrar|retornar|restituir|tornar|reemborsar|bonificar al cliente)\\b',
    '(le|les|li|se|lle) (es |sera |seran |han |ha )?(devuelve|devolvera|devolveran|devolvemos|reembolsa|reembolsara|reembolsamos|reintegra|reintegrara|reintegramos|abona en su cuenta|abonara en su cuenta|abonamos en su cuenta|retornara|retornem|devuelt[ao]|reembolsad[ao]|reintegrad[ao])',
    'sera (devuelt|reembolsad|reintegrad)[ao]',
    '(importe|saldo|cantidad|diferencia|total|import|cantidade|valor|credito) (a|en) (su|vuestro|o seu|favor seu|favor vostre|favor del)\\b',
    'importe a (devolver|su favor|abonar a su cuenta)|total (a devolver|abono|a su favor)|(a|en) (su|seu|vuestro|vosso) favor\\b|al seu favor|a favor (seu|vostre|del client|do cliente|de nuestro cliente|del cliente|de la cliente)',
    'saldo (acreedor|creditor)( del| a favor del)? client|credito a favor',
    '(factura|cobra|carga)(do|da|mos|ron)? (de mas|en exceso|por exceso|indebidamente|por duplicado|dos veces)|facturat de mes|cobrat de mes|faturado a mais|devolucion de (material|mercancia|genero|producto|envases|articulo|importe)\\w*|devolucio de (material|mercaderia)|rectificacion (negativa|a la baja)|minoracion|disminucion (de|en) (la )?base',
    'itzultzeko|itzuli beharreko|itzuliko d|bezeroaren alde|zure alde',
    '(to be |will be |is |amount |sum )?refund(ed|able)? (to|amount|due)|to be refunded|will be refunded|refund amount|amount (credited|refunded)|in your favou?r|owed to you|due to (you|the customer)|(has been|will be) credited to your|overcharged|overbilled|overpayment',
    '(a|sera|seront) (rembourser|rembourse\\w*|restituer)|en votre faveur|en faveur du client|a votre credit|solde crediteur|trop (facture|percu)',
    'zu (ihren|euren) gunsten|zugunsten (des kunden|von ihnen|der kundin)|zu erstatten\\w*|erstattungsbetrag|ruckzahlungsbetrag|ruckerstattung|gutschriftsbetrag|wird (ihnen )?(erstattet|zuruckerstattet|gutgeschrieben)|zu viel berechnet',
    'da (rimborsare|restituire)|a (vostro|suo|vs\\.?) favore|a favore del cliente|vi (sara|verra) rimborsat|addebitato in piu',
    'a (devolver|reembolsar) (ao|a|o)|a (seu|vosso) favor|sera reembolsad',
  ].join('|')
)
/** What takes it back: a condition, a denial, or money that goes the other way. */
const notBack =
  /\b(en caso de|si|salvo|podra|could|may|unless|if|falls|wenn|sofern|qualora|en cas d\S*|no (procede|se|hay|cabe|le)|sin (derecho|devolucion)|kein\w*|not|nicht|pas|non|a (nuestro favor|favor nuestro)|(favor|faveur|gunsten|favour) (del proveedor|nuestro|du fournisseur|del fornitore|do fornecedor|des lieferanten|of the supplier)|de menos|fianzas?|depositos?|garantias?)\b/

/**
 * Whether a corrective invoice says that its money goes back to the customer: "A devolver a nuestro cliente", "Saldo a su favor",
 * "a favor de" with the customer's name. Judged sentence by sentence, as conditions speak of refunds too.
 */
export function saysGivenBack({ layout }: ReadingMaterial, customer: string | null): boolean {
  const favour = customer === null ? null : nameBehindFavour(customer)
  const sentences = layout.lines.flatMap(({ text }) => text.split(/[.;!?]\s+(?=\p{Lu})/u)).map(plainOf)
  return sentences.some((text) => (back.test(text) || (favour?.test(text) ?? false)) && !notBack.test(text))
}

const wordsOfName = 2

/** "Diferencia a favor de Hoteles Mar": the first words of the name, as forms are often left out. */
function nameBehindFavour(name: string): RegExp | null {
  const words = plainOf(name)
    .split(' ')
    .slice(0, wordsOfName)
    .map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, ''))
    .filter(Boolean)
  if (words.length === 0) return null
  return new RegExp(
    `\\b(favor|faveur|favore|favou?r|gunsten) (de|d|von|of|di|a)\\W+(la |el )?${words.join('\\W+')}`
  )
}

const plainOf = (text: string) =>
  fold(text)
    .replace(/[()«»":,]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
