import { foldText } from '#app/kernel/text/similarity'

export type Direction = 'debit' | 'credit'

const debits: ReadonlySet<string> = new Set(
  (
    '-,−,d,debe,debito,debit,debits,dbit,dr,db,cargo,cargos,adeudo,af,out,outgoing,salida,saliente,gasto,pago,enviado,enviada,sent,soll,s,dare,uscita,saida,' +
    'sortie,sortant,belastung,lastschrift,withdrawal,money out,paid out,payment,expense,emitida,emitido,emitidas,emitidos,carrec,deure,' +
    'salidas,gastos,pagos,egreso,egresos,enviadas,enviados,pagado,pagada,ausgang,ausgaben,ausgabe,zahlungsausgang,abgang,uscite,addebito,emis,emise,depense,debours,despesa,sortida,pagament,' +
    'enviat,enviada,emes,emesa,pagamento,saidas,cargada,cargado,adeudos,adeudado,irteera,zor,ordainketa,sended,debited,charge,charges,charged,verzonden,uitgaand,-1'
  ).split(',')
)
const credits: ReadonlySet<string> = new Set(
  (
    '+,h,haber,credito,credit,credits,crdt,cr,abono,abonos,ingreso,bij,in,incoming,entrada,entrante,cobro,recibido,recibida,received,haben,avere,' +
    'entree,entrant,gutschrift,deposit,money in,paid in,income,abonament,haver,recibidas,recibidos,entradas,ingresos,cobros,' +
    'cobrado,cobrada,abonado,abonada,eingang,einnahme,einnahmen,zahlungseingang,zugang,entrata,entrate,accredito,recu,recue,recette,encaissement,cobrament,ingres,rebut,rebuda,recebido,' +
    'recebida,recebimento,sarrera,hartzeko,kobrantza,credited,ontvangen,inkomend,+1'
  ).split(',')
)

/** What was done with money says more than what the movement is: "Pago recibido", "Cargo devuelto" are told by their second word. */
const done: Readonly<Record<Direction, RegExp>> = {
  debit:
    /^(emitid[ao]s?|enviad[ao]s?|sent|outgoing|saliente|sortant|emis|emise|emes|emesa|ausgehend\w*|uscente|verzonden|uitgaand)$/,
  credit:
    /^(recibid[ao]s?|rebut|rebuda|received|incoming|entrante|entrant|recue?|ricevut[oa]|eingehend\w*|recebid[ao]|ontvangen|inkomend)$/,
}
/** Charges among the kinds of a bank that no column of directions would be called by. */
const chargeKinds =
  /^(compras?|comision|comisiones|reintegro|retirada|disposicion|purchase|withdrawal|achat|acquisto|prelievo)$/
/** The return of a movement goes the other way: which way the first went, the word does not say. */
const returned =
  /^(devol|retroc|revers|return|refund|anul|estorn|storn|rebot|ruck|rembours|rimbors|reembols|contrari)/

const keyOf = (word: string) => foldText(word) || word.trim().replace('−', '-')
const signedOne = /^[+-]1$/
const keyOfCell = (word: string) => (signedOne.test(word.trim()) ? word.trim() : keyOf(word))

/** Headings under which «1» is a charge and «2» an income, as in the key of Norma 43 that they are copied from. */
const numberedHeading =
  /\b(dh|hd|d h|h d|debe|haber|d c|c d|dc|cd|cargo|abono|debit|credit|debito|credito|clave|signo|deure|haver|soll|haben|dare|avere)\b/

/**
 * Reads the words of a column that tells charges from incomes. «C» is a credit beside a «D» and a charge («cargo») beside
 * an «A»; what a person said to be the charge decides over all. Null for a word that nobody can be sure of.
 */
export function directionReader(
  words: readonly string[],
  heading: string,
  debitWord?: string
): (word: string) => Direction | null {
  const keys = new Set(words.map(keyOfCell).filter((key) => key !== ''))
  if (debitWord !== undefined && debitWord !== '') {
    const debit = keyOf(debitWord)
    return (word) => (keyOf(word) === '' ? null : keyOf(word) === debit ? 'debit' : 'credit')
  }
  const named = foldText(heading).split(' ')
  const isNumbered = numberedHeading.test(foldText(heading)) && [...keys].every((key) => /^[12]$/.test(key))
  const has = (key: string) => keys.has(key) || named.includes(key)
  return (word) => {
    const key = keyOfCell(word)
    // Nothing beside a minus is a plus.
    if (key === '') return keys.size === 1 && keys.has('-') ? 'credit' : null
    if (isNumbered) return key === '1' ? 'debit' : key === '2' ? 'credit' : null
    if (key === '1') return keys.has('-1') ? 'credit' : null
    if (key === 'c') return cMeans(has)
    if (key === 'a') return keys.has('c') && !has('d') ? 'credit' : null
    if (key === 'e') return keys.has('s') && !has('h') ? 'credit' : null
    if (key === 'i') return keys.has('g') ? 'credit' : null
    if (key === 'g') return keys.has('i') ? 'debit' : null
    if (debits.has(key)) return 'debit'
    return credits.has(key) ? 'credit' : directionOfPhrase(key)
  }
}

function cMeans(has: (key: string) => boolean): Direction | null {
  if (has('d') === has('a')) return null
  return has('d') ? 'credit' : 'debit'
}

/** "Transferencia emitida", "Abono nómina": a phrase whose words all point one way; null where they do not, or none does. */
export function directionOfPhrase(phrase: string): Direction | null {
  const words = foldText(phrase).split(' ')
  if (words.some((word) => returned.test(word))) return null
  const only = (isDebit: boolean, isCredit: boolean): Direction | null =>
    isDebit === isCredit ? null : isDebit ? 'debit' : 'credit'
  const byDeed = only(
    words.some((word) => done.debit.test(word)),
    words.some((word) => done.credit.test(word))
  )
  const long = words.filter((word) => word.length > 2)
  // "Recibos emitidos" are what is charged to others.
  if (byDeed === 'debit' && words.some((word) => /^(recibos?|rebuts?|remesas?|facturas?)$/.test(word)))
    return null
  return (
    byDeed ??
    only(
      long.some((word) => debits.has(word) || chargeKinds.test(word)),
      long.some((word) => credits.has(word))
    )
  )
}

const kindsMax = 12
const typeHeading =
  /\b(tipo|type|typ|tipus|mota|clase|art|buchungsart|naturaleza|direccion|direction|sentido|sens|sign|signo|kind|dh|cargo|abono|debe|haber)\b/

/**
 * Whether these cells are a column of directions: each is filled and known, of few kinds, and both directions are there, or one
 * under a heading that speaks of kinds or directions.
 */
export function areDirections(cells: readonly string[], heading: string): boolean {
  const words = [...new Set(cells.map((cell) => cell.trim()))]
  if (words.length === 0 || words.length > kindsMax || words.includes('')) return false
  const read = directionReader(words, heading)
  const told = new Set(words.map(read))
  // What people write in a text is no code: there only a bare word counts.
  const isText = heading.trim() !== '' && !typeHeading.test(foldText(heading))
  if (told.has(null) || (isText && words.some((word) => keyOf(word).includes(' ')))) return false
  return told.size === 2 || typeHeading.test(foldText(heading))
}

/** Whether cells of few kinds tell some rows for charges, though not all of them are known. */
export function hintAtCharges(cells: readonly string[], heading: string): boolean {
  const words = [...new Set(cells.map((cell) => cell.trim()).filter(Boolean))]
  const isColumnOfKinds =
    words.length <= kindsMax && (words.length < cells.length || typeHeading.test(foldText(heading)))
  return isColumnOfKinds && words.some((word) => directionReader(words, heading)(word) === 'debit')
}

/** Whether these cells are two values that may tell charges from incomes, although nobody knows the words. */
export function areTwoValues(cells: readonly string[], heading: string): boolean {
  const words = new Set(cells.map(keyOf))
  const isFew =
    cells.length > 2 || typeHeading.test(foldText(heading)) || numberedHeading.test(foldText(heading))
  return isFew && words.size === 2 && ![...words].some((word) => word === '' || /\d{2}/.test(word))
}
