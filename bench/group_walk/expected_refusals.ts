/** What the product refuses to those who act at random, as it should; anything else is a fault of the product or of the walk. */
const EXPECTED: readonly RegExp[] = [
  // Months are closed at random, in one of the companies or in all.
  /^E_PERIOD_CLOSED /,
  /periodo está cerrado/,
  // A series goes on by days, and somebody issued on a later one.
  /^E_ISSUE_DAY /,
  // Another writer was quicker with the same charge, loan, netting or invoice.
  /^E_TRANSITION /,
  /^E_CHANGED /,
  /^E_CHARGE .*ya no existe/,
  /^E_PARTS .*ya está pagada o su pago está en curso/,
  /^E_PARTS .*no está emitida o ya está liquidada/,
  /^E_EARLY_PENDING /,
  // Nothing is owed among these companies, or all of it is in a payment or in another proposal.
  /^E_NOTHING No hay saldos que compensar/,
  /^E_OPEN La propuesta/,
  // What is built upon is not taken back.
  /^E_PAID El saldo de la compensación está pagado/,
  /^E_RECTIFYING /,
  /^E_REVERSAL .* está rectificada/,
  /^E_RECTIFIES /,
  /^E_ANNUL /,
  /^E_ISSUE_ANNUL /,
  /^E_LIVE_ORDER /,
  // More than is owed, or than the line leaves.
  /^E_AMOUNT (El importe|La amortización del .*) supera/,
  // A kill came between the activation of a loan and its payment.
  /^E_AMOUNT El préstamo aún no está desembolsado/,
  /^E_LIMIT El importe supera/,
  // Equal shares look like the same payment twice: people are asked first.
  /^E_HELD_BACK .*Confirme que no es un pago duplicado/,
  /^E_DUPLICATE /,
  // Companies have what they have.
  /^E_HELD_BACK Saldo insuficiente/,
  // Early payments: nothing overdue before it, nothing paid after it.
  /^E_OVERDUE /,
  /^E_EARLY El préstamo aún no está desembolsado/,
  /^E_EARLY La amortización no puede superar/,
  /^E_PAID Hay cuotas posteriores/,
  // Revisions: within the life of the loan, one a day.
  /^E_REVISION /,
]

export const isExpected = (said: string): boolean => EXPECTED.some((known) => known.test(said))
