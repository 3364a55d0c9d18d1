import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { parseAmount } from '#app/kernel/money/amount_text'
import { moneyText } from '~/kit/money'
import type { FixedLine } from './fixed_lines'

/** Says that the file of opening balances did not balance, and where the difference goes. */
export function DifferenceNote({ lines, currency }: { lines: FixedLine[]; currency: string }) {
  const difference = lines.find((line) => line.isDifference)
  if (!difference) return null
  const minor = parseAmount(difference.debit || difference.credit, currency) ?? 0
  return (
    <Alert
      color="yellow"
      mb="md"
      title="Los saldos del fichero no cuadran"
      icon={<IconAlertTriangle size={18} />}
    >
      La diferencia, {moneyText({ minor, currency })}, va al {difference.debit ? 'debe' : 'haber'} de la
      cuenta {difference.account?.label}.
    </Alert>
  )
}
