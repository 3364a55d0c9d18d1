import { foldText } from '#app/kernel/text/similarity'

const summaries =
  /^((saldo|saldos|solde|balance|sold) (inicial|final|anterior|actual|previo|precedente?|initial|initiale?|iniziale|finale?|de apertura|de cierre|brought forward|carried forward|a nuevo)|(opening|closing|starting|ending|previous|final|initial|ledger) balance|balance (brought|carried) (forward|down)|(ancien|nouveau) solde|anfangssaldo|endsaldo|schlusssaldo|alter (konto)?saldo|neuer (konto)?saldo|saldovortrag|kontostand( (am|vom|zum).*)?|suma y sigue|suma anterior|sumas?( (y saldos|iguales|totale?s?|s))?|gran total|importe total|(sub)?total(es)?( (de )?(movimientos?|cargos|abonos|dia|del dia|periodo|general|a pagar|eur|euros|remesa|facturas|nominas|pagos|transactions|debits|credits|\d+))?|beginsaldo|eindsaldo|hasierako saldoa|amaierako saldoa|saldo(a| al?)? \d[\d/ -]*)$/

/** "Saldo inicial", "TOTAL MOVIMIENTOS", "Suma y sigue": a row that sums others up, also where it has a date. */
export const isSummary = (text: string): boolean => summaries.test(foldText(text))

/** Words for a sum, in the languages of the offices here. */
const sums: ReadonlySet<string> = new Set(
  'total,totales,totals,tot,subtotal,subtotales,suma,sumas,sumatorio,sum,summe,gesamt,gesamtsumme,gesamtbetrag,somme,totaux,totale,totali,totais,totaal,guztira'.split(
    ','
  )
)
/** What may stand beside them in the label of a row of sums, and in the name of no company. */
const summed: ReadonlySet<string> = new Set(
  (
    'gran,grand,general,generales,global,final,finales,parcial,parciales,acumulado,acumulados,anterior,sigue,seguido,saldo,saldos,iguales,igual,balance,comprobacion,apertura,inicial,iniciales,cierre,' +
    'debe,haber,deudor,deudores,acreedor,acreedores,activo,pasivo,patrimonio,neto,corriente,gasto,gastos,ingreso,ingresos,compras,ventas,grupo,grupos,subgrupo,subgrupos,nivel,cuenta,cuentas,subcuentas,' +
    'masa,epigrafe,movimientos,importe,importes,fichero,listado,informe,hoja,pagina,registros,lineas,filas,empleados,nominas,trabajadores,proveedores,clientes,facturas,pagos,documentos,vencimientos,periodo,ejercicio,' +
    'mes,ano,dia,eur,euro,euros,y,e,de,del,la,las,el,los,a,al,en,por,para,con,or,of,the,accounts,amount,rows'
  ).split(',')
)

/**
 * Whether a text is nothing but the label of a row of sums («SUMAS IGUALES», «Gran total», «TOTAL GRUPO 4:»), told by its words:
 * «Total Energies» names somebody. For rows that nothing else can be made of; a movement may be called so.
 */
export function isSumLabel(text: string): boolean {
  const words = foldText(text).split(' ')
  return (
    words.some((word) => sums.has(word)) &&
    words.every((word) => sums.has(word) || summed.has(word) || /^\d{1,12}$/.test(word))
  )
}
