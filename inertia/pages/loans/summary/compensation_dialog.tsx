import { useDebouncedValue } from '@mantine/hooks'
import { Day } from '~/kit/day'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField, MultiSelectField, RadioField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { useAnswer } from '~/kit/form/use_answer'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { moneyText } from '~/kit/money'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import { isProblem, type Problem } from '../loans/loan_types'
import styles from '../loans.module.css'
import { type Proposal, ProposalTables } from './proposal_tables'

type Props = { day: string; siteIds: number[]; onClose: () => void }

const WAIT_MS = 300
const modes = [
  { value: 'bilateral', label: 'Bilateral: las deudas de cada pareja entre sí' },
  { value: 'multilateral', label: 'Multilateral: las de todas juntas' },
]
const residuals = [
  { value: 'current', label: 'Dejar en cuenta corriente' },
  { value: 'pay', label: 'Pagar' },
]

/** «Compensar»: what would be netted is shown while it is chosen, and proposed as shown. */
export function CompensationDialog({ day, siteIds, onClose }: Props) {
  const { sites } = useShared()
  const form = useFormSubmission({
    initial: {
      cutOffOn: day,
      siteIds: siteIds.map(String),
      mode: siteIds.length > 0 ? 'bilateral' : 'multilateral',
      includesInterest: true,
      residual: 'current',
    },
    url: urlFor('loans.compensations.store'),
    leaving: 'allow',
    transform: (typed) => ({ ...sent(typed), fingerprint: proposal?.fingerprint ?? '' }),
    onSuccess: onClose,
  })
  const answer = useProposal(form.values)
  const proposal = answer && !isProblem(answer) ? answer : null
  const { mode } = form.values
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Compensar"
      form={form}
      submitLabel={
        proposal ? `Proponer compensación de ${moneyText(proposal.total)}` : 'Proponer compensación'
      }
      isDisabled={proposal === null}
      size="xl"
    >
      <div className={styles.pair}>
        <MultiSelectField
          label="Empresas"
          isRequired
          options={sites.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.field('siteIds')}
        />
        <DayField label="Corte" isRequired help="Los saldos a esa fecha." {...form.field('cutOffOn')} />
      </div>
      <RadioField label="Modo" options={modes} {...form.field('mode')} />
      {mode === 'multilateral' ? (
        <RadioField label="Saldo que queda" options={residuals} {...form.field('residual')} />
      ) : null}
      <CheckboxField
        label="Incluir intereses"
        help="Los devengados hasta el corte, sin su retención."
        {...form.field('includesInterest')}
      />
      {answer === null ? (
        <p className={styles.quiet}>Elija al menos dos empresas para ver la propuesta.</p>
      ) : isProblem(answer) ? (
        <p className={styles.problem}>{answer.problem}</p>
      ) : (
        <>
          <p className={styles.quiet}>
            Se compensan {moneyText(answer.total)} a <Day value={form.values.cutOffOn} />. La aprueban después
            otras personas en todas las empresas.
          </p>
          <ProposalTables proposal={answer} />
        </>
      )}
    </FormDialog>
  )
}

type Typed = {
  cutOffOn: string
  siteIds: string[]
  mode: string
  includesInterest: boolean
  residual: string
}

const sent = ({ siteIds, ...typed }: Typed) => ({
  ...typed,
  siteIds: siteIds.map(Number).toSorted((a, b) => a - b),
})

function useProposal(typed: Typed): Proposal | Problem | null {
  const [body] = useDebouncedValue(JSON.stringify(sent(typed)), WAIT_MS)
  const { answer } = useAnswer<Proposal | Problem>(
    typed.siteIds.length > 1 && typed.cutOffOn !== ''
      ? { method: 'POST', url: urlFor('loans.compensations.preview'), body: JSON.parse(body) }
      : null
  )
  return answer
}
