import { Button, Stepper } from '@mantine/core'
import { useState } from 'react'
import { BareForm } from '~/kit/form/bare_form'
import { usePublicSubmission } from '~/kit/form/use_public_submission'
import { urlFor } from '~/urls'
import { ClaimantStep } from './claimant_step'
import { ExpensesStep } from './expenses_step'
import styles from './public_notes.module.css'
import { emptyValues, type PublicPage, STEPS, sentValues, stepOfErrors } from './public_values'
import { SummaryStep } from './summary_step'

/** Who asks, what they laid out, and a look at all of it before it is sent. */
export function PublicNoteForm({ page }: { page: PublicPage }) {
  const [step, setStep] = useState(0)
  const [shown, setShown] = useState<Record<string, string>>({})
  const [initial] = useState(emptyValues)
  const form = usePublicSubmission(page, {
    initial,
    url: urlFor('public.payexpenses.store'),
    transform: (values) => sentValues(values, page),
  })
  // An error leads to the step that it stands on, once.
  if (form.errors !== shown && JSON.stringify(form.errors) !== JSON.stringify(shown)) {
    setShown(form.errors)
    setStep(stepOfErrors(form.errors) ?? step)
  }
  const isLast = step === STEPS.length - 1

  return (
    <BareForm
      title="Nota de gastos"
      lead={`${page.site ? `Para ${page.site}. ` : ''}No necesita cuenta: recibirá un correo con un enlace para seguir su estado.`}
      form={isLast ? form : { ...form, submit: () => setStep(step + 1) }}
      submitLabel={isLast ? 'Enviar la nota de gastos' : 'Continuar'}
      isWide
      foot={
        step > 0 ? (
          <Button variant="subtle" color="gray" onClick={() => setStep(step - 1)}>
            Volver
          </Button>
        ) : (
          <>
            <a href={urlFor('public.payexpenses.status.lookup')}>Ver el estado de una nota enviada</a>
            <a href={urlFor('public.payexpenses.new-provider')}>Darse de alta como proveedor</a>
          </>
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
      {step === 1 ? <ExpensesStep form={form} page={page} stamp={form.stamp} /> : null}
      {step === 2 ? <SummaryStep form={form} options={page.options} /> : null}
    </BareForm>
  )
}
