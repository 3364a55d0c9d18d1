import { Button, Stepper } from '@mantine/core'
import { useState } from 'react'
import { BareForm } from '~/kit/bare_form'
import { findAnswer } from '~/kit/proof_of_work'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import { ClaimantStep } from './claimant_step'
import { ExpensesStep } from './expenses_step'
import styles from './public_notes.module.css'
import { emptyValues, type PublicPage, STEPS, sentValues, stepOfErrors } from './public_values'
import { SummaryStep } from './summary_step'

/** Who asks, what they laid out, and a look at all of it before it is sent. */
export function PublicNoteForm({ page }: { page: PublicPage }) {
  // The stamp of when the form was first in view: a refusal shows it again, and typing fast then is no sign of anything.
  const [stamp, setStamp] = useState(page.stamp)
  const [step, setStep] = useState(0)
  const [isWorking, setIsWorking] = useState(false)
  const [shown, setShown] = useState<Record<string, string>>({})
  const [initial] = useState(emptyValues)
  const form = useFormSubmission({
    initial,
    url: urlFor('public.payexpenses.store'),
    leaving: 'allow',
    transform: (values) => ({ ...sentValues(values, page), stamp }),
  })
  // An error leads to the step that it stands on, once.
  if (form.errors !== shown && JSON.stringify(form.errors) !== JSON.stringify(shown)) {
    setShown(form.errors)
    setStep(stepOfErrors(form.errors) ?? step)
  }
  const isLast = step === STEPS.length - 1

  async function submit() {
    if (!isLast) {
      setStep(step + 1)
      return
    }
    const current = form.errors.form ? page.stamp : stamp
    setStamp(current)
    setIsWorking(true)
    const work = page.workBits > 0 ? await findAnswer(current, page.workBits) : null
    setIsWorking(false)
    form.submit({ stamp: current, work })
  }

  return (
    <BareForm
      title="Nota de gastos"
      lead={`${page.site ? `Para ${page.site}. ` : ''}No necesita cuenta: recibirá un correo con un enlace para seguir su estado.`}
      form={{ ...form, processing: form.processing || isWorking, submit: () => void submit() }}
      submitLabel={isLast ? 'Enviar la nota de gastos' : 'Continuar'}
      isWide
      foot={
        step > 0 ? (
          <Button variant="subtle" color="gray" onClick={() => setStep(step - 1)}>
            Volver
          </Button>
        ) : (
          <a href={urlFor('public.payexpenses.status.lookup')}>Ver el estado de una nota enviada</a>
        )
      }
    >
      <Stepper
        active={step}
        onStepClick={setStep}
        allowNextStepsSelect={false}
        size="sm"
        iconSize={28}
        className={styles.steps}
        classNames={{ stepBody: styles.stepBody ?? '' }}
      >
        {STEPS.map((label) => (
          <Stepper.Step key={label} label={label} />
        ))}
      </Stepper>
      {step === 0 ? <ClaimantStep form={form} hasSite={page.site !== null} /> : null}
      {step === 1 ? <ExpensesStep form={form} page={page} stamp={stamp} /> : null}
      {step === 2 ? <SummaryStep form={form} options={page.options} /> : null}
    </BareForm>
  )
}
