import { test } from '@japa/runner'

import { DomainError, isDomainError } from '#app/kernel/domain_error'
import { defineWorkflow } from '#app/kernel/workflow'

const workflow = defineWorkflow({
  states: {
    draft: { label: 'Borrador' },
    buffered: { label: 'En bolsa', tone: 'blue' },
    approved: { label: 'Aprobada', tone: 'green' },
  },
  transitions: {
    buffer: { from: ['draft'], to: 'buffered', label: 'Pasar a la bolsa' },
    approve: { from: ['buffered'], to: 'approved', label: 'Aprobar', roles: ['aprobador'] },
    reopen: { from: ['buffered', 'approved'], to: 'draft', label: 'Devolver a borrador' },
  },
})
type State = keyof typeof workflow.states

test.group('Workflow', () => {
  test('a transition leads from its states to its end', ({ assert }) => {
    const buffered: State = workflow.next('draft', 'buffer')

    assert.equal(buffered, 'buffered')
    assert.equal(workflow.next(buffered, 'approve'), 'approved')
  })

  test('a transition from any other state is refused in Spanish', ({ assert }) => {
    let refusal: unknown
    try {
      workflow.next('draft', 'approve')
    } catch (error) {
      refusal = error
    }

    assert.isTrue(isDomainError(refusal))
    assert.equal((refusal as DomainError).code, 'E_TRANSITION')
    assert.equal((refusal as DomainError).message, 'No se puede «Aprobar»: el estado actual es «Borrador».')
  })

  test('the buttons of a state are its transitions, and those of the role', ({ assert }) => {
    assert.deepEqual(workflow.available('buffered'), ['approve', 'reopen'])
    assert.deepEqual(workflow.available('buffered', 'c0ntab1l1dad'), ['reopen'])
    assert.deepEqual(workflow.available('draft'), ['buffer'])
    assert.isTrue(workflow.can('buffered', 'approve', 'aprobador'))
    assert.isFalse(workflow.can('buffered', 'approve', 'c0ntab1l1dad'))
    assert.isFalse(workflow.can('approved', 'approve'))
  })

  test('states have a name and a colour', ({ assert }) => {
    assert.equal(workflow.label('buffered'), 'En bolsa')
    assert.equal(workflow.tone('draft'), 'grey')
    assert.equal(workflow.tone('approved'), 'green')
    assert.isTrue(workflow.isState('draft'))
    assert.isFalse(workflow.isState('constructor'))
  })

  test('a state the table does not know is a bug', ({ assert }) => {
    assert.throws(() => workflow.label('lost' as State), RangeError)
    assert.throws(() => workflow.next('lost' as State, 'approve'), RangeError)
  })

  test('a refusal keeps its field and its cause', ({ assert }) => {
    const cause = new Error('below')

    const refusal = new DomainError('E_IBAN', 'El IBAN no es válido.', { field: 'iban', cause })

    assert.equal(refusal.field, 'iban')
    assert.equal(refusal.cause, cause)
    assert.equal(refusal.name, 'DomainError')
  })
})
