import { foldText } from '#app/kernel/text/similarity'

const summaries =
  /^((saldo|saldos|solde|balance|sold) (inicial|final|anterior|actual|previo|precedente?|initial|initiale?|iniziale|finale?|de apertura|de cierre|brought forward|carried forward|a nuevo)|(opening|closing|starting|ending|previous|final|initial|ledger) balance|balance (brought|carried) (forward|down)|(ancien|nouveau) solde|anfangssaldo|endsaldo|schlusssaldo|alter (konto)?saldo|neuer (konto)?saldo|saldovortrag|kontostand( (am|vom|zum).*)?|suma y sigue|suma anterior|sumas?( (y saldos|iguales|totale?s?|s))?|gran total|importe total|(sub)?total(es)?( (de )?(movimientos?|cargos|abonos|dia|del dia|periodo|general|a pagar|eur|euros|remesa|facturas|nominas|pagos|transactions|debits|credits|\d+))?|beginsaldo|eindsaldo|hasierako saldoa|amaierako saldoa|saldo(a| al?)? \d[\d/ -]*)$/

/** "Saldo inicial", "TOTAL MOVIMIENTOS", "Suma y sigue": a row that sums others up, also where it has a date. */
export const isSummary = (text: string): boolean => summaries.test(foldText(text))
