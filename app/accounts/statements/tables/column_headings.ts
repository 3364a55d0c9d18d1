import type { ColumnName } from '#app/accounts/statements/tables/column_mapping'
import { decisiveHeadings } from '#app/imports/tables/decisive_headings'

/** Headings of the banks and payment services, folded. Those of a payee beside those of a payer are read by direction. */
const headings: Readonly<Record<ColumnName, string>> = {
  bookedOn:
    'fecha,fecha operacion,fecha de operacion,f operacion,fecha oper,f oper,fecha contable,f contable,fecha apunte,' +
    'fecha movimiento,fecha mov,dia,date,booking date,transaction date,completed date,date completed utc,date completed,finished on,' +
    'posting date,data,data operacio,data operacion,data operazione,data contabile,data movimento,date operation,date comptable,buchungstag,' +
    'buchungsdatum,datum,boekdatum,fecha de la operacion,fecha finalizacion',
  valueOn:
    'fecha valor,fecha de valor,f valor,valor,fecha efectiva,value date,data valor,data valuta,date valeur,date de valeur,valuta,' +
    'valutadatum,wertstellung,rentedatum',
  amount:
    'importe,importe eur,importe euros,importe movimiento,importe operacion,cantidad,amount,amount eur,amount in eur,import,import eur,valor eur,' +
    'monto,importo,montant,betrag,betrag eur,bedrag,bedrag eur,source amount after fees,bruto,gross',
  sign: decisiveHeadings.sign,
  debit:
    'cargo,cargos,debe,debito,adeudo,adeudos,gasto,gastos,salida,salidas,debit,pagos,pago,paid out,money out,withdrawals,soll,uscite,dare,debet',
  credit:
    'abono,abonos,haber,credito,ingreso,ingresos,entrada,entradas,credit,cobros,cobro,paid in,money in,deposits,haben,entrate,avere',
  balance:
    'saldo,saldo eur,saldo euros,saldo contable,saldo disponible,saldo final,disponible,balance,solde,kontostand,saldo tras operacion,running balance,saldo na mutatie',
  reference: 'referencia,referencia 1,ref,numero de documento,n documento,num documento,reference,codigo',
  currency: 'divisa,moneda,currency,source currency,payment currency,valuta code,wahrung,devise',
  counterpartyName:
    'beneficiario,ordenante,beneficiario ordenante,ordenante beneficiario,contraparte,counterparty,partner name,payee,target name,' +
    'nombre del beneficiario,nombre contraparte',
  counterpartyIban:
    'iban,iban contraparte,cuenta contraparte,cuenta beneficiario,cuenta destino,partner iban,beneficiary iban,iban beneficiario',
  fee: decisiveHeadings.fee,
  feeCurrency: 'fee currency,divisa comision,moneda comision,source fee currency',
  state: decisiveHeadings.state,
  incomingAmount: 'target amount after fees',
  incomingCurrency: 'target currency',
  incomingFee: 'target fee amount',
  incomingName: 'source name',
}

const textHeadings: ReadonlySet<string> = new Set(
  (
    'concepto,concepto ampliado,descripcion,description,detalle,detalles,movimiento,observaciones,mas datos,' +
    'informacion adicional,concepto comun,concepto propio,remesa,concepte,descripcio,categoria,subcategoria,comentario,comentarios,' +
    'payment reference,note,notas,libelle,verwendungszweck,descrizione,causale,descricao,omschrijving,mededelingen'
  ).split(',')
)

const columnByHeading: ReadonlyMap<string, ColumnName> = new Map(
  (Object.keys(headings) as ColumnName[]).flatMap((name) =>
    headings[name].split(',').map((heading): [string, ColumnName] => [heading, name])
  )
)

/** What a folded heading names; null for one that nobody knows. */
export function columnNamed(heading: string): ColumnName | 'text' | null {
  return columnByHeading.get(heading) ?? (textHeadings.has(heading) ? 'text' : null)
}
