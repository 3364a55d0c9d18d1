import { foldText } from '#app/kernel/text/similarity'

/**
 * What becomes of a movement that a file lists with a state: only what happened is in the account. `came_back`: the money went
 * and returned, so that nothing of it is left there, unless the file lists its return as a row of its own.
 */
export type RowState = 'done' | 'not_done' | 'came_back' | 'unknown'

const doneWords: ReadonlySet<string> = new Set(
  (
    'completed,complete,completado,completada,completo,booked,settled,executed,ejecutado,ejecutada,realizado,realizada,contabilizado,contabilizada,' +
    'liquidado,liquidada,finalizado,finalizada,cobrado,pagado,pagada,paid,success,successful,succeeded,ok,done,processed,procesado,procesada,posted,' +
    'confirmed,confirmado,confirmada,cleared,accepted,aceptado,aceptada,firme,consolidado,definitivo,gebucht,ausgefuhrt,abgeschlossen,erledigt,' +
    'effectue,effectuee,termine,terminee,execute,comptabilise,comptabilisee,completato,eseguito,eseguita,contabilizzato,concluido,concluida,efetuado,efectuado,' +
    'efectuada,processado,liquidat,completat,realitzat,verwerkt,voltooid,uitgevoerd,geboekt,zakonczona,wykonany,zrealizowana'
  ).split(',')
)

/** Beginnings of the words for what never happened, or has not yet, in the languages of the banks here. */
const notDoneStarts = (
  'pending,pendient,pendent,revert,declin,deneg,rechaz,reject,rebutj,cancel,anul,annul,fail,fallid,fallat,error,errone,expir,caduc,refus,void,' +
  'blocked,bloque,retenid,hold,scheduled,programad,processing,progress,waiting,requested,solicitad,draft,borrador,created,authori,autoriza,initiated,' +
  'iniciad,unclaimed,ausstehend,vorgemerkt,abgelehnt,storn,fehlgeschlagen,offen,attente,echou,rejet,attesa,rifiut,fallit,respint,recus,falhad,rejeit,' +
  'geweiger,behandeling,geannul,mislukt,afgewez,oczek,odrzuc,anulow,unsuccessful,incomplet,unpaid,impagad,notexecuted,abandon,timeout,tramite,espera,pdng,pdte,rjct,previst'
).split(',')

const notDonePhrases: ReadonlySet<string> = new Set(
  'en curso,en proceso,on hold,in progress,no ejecutado,no ejecutada,no completado,no completada,not completed,not executed,nicht ausgefuhrt,non eseguito,en cours,em curso,em processamento,sin efecto'.split(
    ','
  )
)

/** Beginnings of the words for money that came back whole ("FUNDS_REFUNDED", "bounced back", "devuelta"). */
const cameBackStarts = (
  'refund,revers,returned,chargeback,chargedback,bounce,reimburs,repaid,recalled,reembols,devuelt,retornad,retrocedid,rebotad,reintegrad,reversad,revertid,extornad,' +
  'reemborsa,retornat,tornat,zuruckgezahlt,zuruckgebucht,zuruckgegeben,zuruckuberwiesen,ruckerstattet,erstattet,ruckgebucht,rucklastschrift,rembours,' +
  'rimbors,restituit,riaccreditat,devolvid,estornad,terugbetaald,teruggeboekt,gestorneerd,zwrocon'
).split(',')
const cameBackPhrases = /\b(charged back|charge back|sent back|paid back|funds returned|payment returned)\b/
/** A part of it is still away: nobody can tell which from the state. */
const inPart = /\b(parti|parcial|partial|teil|gedeeltelijk|czesciow)/

/** The state that a cell says. An empty one says nothing against the movement. */
export function rowState(cell: string): RowState {
  const text = foldText(cell)
  if (text === '' || doneWords.has(text)) return 'done'
  if (isDenied(text)) return 'not_done'
  if (isNotDone(text)) return 'not_done'
  if (isCameBack(text)) return inPart.test(text) ? 'unknown' : 'came_back'
  return text.split(' ').some((word) => doneWords.has(word)) ? 'done' : 'unknown'
}

/** Whether a cell is nothing but the state of a movement that is not in the account. */
export function isStateWord(cell: string): boolean {
  const text = foldText(cell)
  return (
    text !== '' &&
    text.split(' ').length <= 3 &&
    (doneWords.has(text) || isDenied(text) || isNotDone(text) || isCameBack(text))
  )
}

/** Whether these cells are a column of states: all of them are, and one at least of what did not happen. */
export function areStates(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  return (
    filled.length > 0 &&
    filled.every(isStateWord) &&
    filled.some((cell) => ['not_done', 'came_back'].includes(rowState(cell)))
  )
}

/** "No contabilizado", "Not yet posted", "Nicht gebucht": what is denied did not happen, whatever it is. */
function isDenied(text: string): boolean {
  const words = text.split(' ')
  const at = words.findIndex((word) => doneWords.has(word))
  return at > 0 && words.slice(0, at).some((word) => denials.has(word))
}
const denials: ReadonlySet<string> = new Set(
  'no,not,nicht,noch,non,pas,nao,niet,sin,sense,sans,senza,ohne,without,ez,aun,todavia,yet'.split(',')
)

function isCameBack(text: string): boolean {
  if (cameBackPhrases.test(text)) return true
  return text.split(' ').some((word) => cameBackStarts.some((start) => word.startsWith(start)))
}

function isNotDone(text: string): boolean {
  if (notDonePhrases.has(text)) return true
  return text.split(' ').some((word) => notDoneStarts.some((start) => word.startsWith(start)))
}
