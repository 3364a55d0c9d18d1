import { RuleDialog } from '../rules/rule_dialog'
import { EntryDialog } from './entry_dialog'
import type { SelectedLine } from './line_types'
import { ruleFromLine } from './rule_from_line'

type Props = {
  accountId: number
  line: SelectedLine
  options: NonNullable<SelectedLine['entry']>
  opened: 'entry' | 'rule' | null
  onClose: () => void
  onDone: () => void
}

/** The entry of a movement, or a rule made from it. */
export function LineDialogs({ accountId, line, options, opened, onClose, onDone }: Props) {
  if (opened === 'entry')
    return (
      <EntryDialog
        accountId={accountId}
        line={line}
        options={options}
        proposed={line.rule}
        onClose={onClose}
        onDone={onDone}
      />
    )
  if (opened === 'rule')
    return (
      <RuleDialog
        accountId={accountId}
        ruleId={null}
        initial={ruleFromLine(line)}
        options={options}
        onClose={onClose}
      />
    )
  return null
}
