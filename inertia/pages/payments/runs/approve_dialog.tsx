import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import { ApprovalComment } from '../approval_comment'
import { useApprovalForm } from '../use_approval_form'
import { runFacts } from './run_facts'
import type { RunPage } from './run_page'

type Props = { run: RunPage['run']; onClose: () => void }

/** Approves all that waits in a run as the page shows it. */
export function ApproveDialog({ run, onClose }: Props) {
  const form = useApprovalForm({
    url: urlFor('payroll_runs.approve', { id: run.id }),
    fingerprint: run.fingerprint,
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Aprobar la nómina"
      form={form}
      submitLabel={`Aprobar ${moneyText(run.waitingTotal)}`}
      isDisabled={run.asksComment && form.values.comment.trim() === ''}
    >
      <p>Aprueba todos sus pagos tal como se muestran aquí.</p>
      <Facts facts={runFacts(run, run.waitingTotal, run.waiting)} />
      <ApprovalComment isRequired={run.asksComment} field={form.field('comment')} />
    </FormDialog>
  )
}
