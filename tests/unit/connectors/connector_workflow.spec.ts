import { test } from '@japa/runner'
import {
  type ConnectorMove,
  type ConnectorStatus,
  connectorWorkflow,
} from '#app/connectors/workflows/connector_workflow'

/** Where each step leads from each state; every pair that is not here is refused. */
const LEADS: Record<ConnectorStatus, Partial<Record<ConnectorMove, ConnectorStatus>>> = {
  auth_required: { edit: 'auth_required', reconnect: 'active', disable: 'disabled' },
  active: {
    edit: 'auth_required',
    pause: 'paused',
    lose: 'auth_required',
    fail: 'error',
    disable: 'disabled',
  },
  paused: { edit: 'auth_required', resume: 'active', disable: 'disabled' },
  error: {
    edit: 'auth_required',
    reconnect: 'active',
    pause: 'paused',
    lose: 'auth_required',
    recover: 'active',
    disable: 'disabled',
  },
  disabled: {},
}

test.group('States of a connection', () => {
  test('lead only where the table says', ({ assert }) => {
    for (const state of Object.keys(LEADS) as ConnectorStatus[])
      for (const move of Object.keys(connectorWorkflow.transitions) as ConnectorMove[]) {
        const to = LEADS[state][move]
        assert.equal(connectorWorkflow.can(state, move), to !== undefined, `${state} ${move}`)
        if (to) assert.equal(connectorWorkflow.next(state, move), to)
      }
  })

  test('are ended by the system role alone, and lost or regained by nobody’s hand', ({ assert }) => {
    assert.deepEqual(connectorWorkflow.available('active', 'aprobador'), ['edit', 'pause'])
    assert.deepEqual(connectorWorkflow.available('active', 's1st3ma'), ['edit', 'pause', 'disable'])
    assert.deepEqual(connectorWorkflow.available('auth_required', 'superC0ntab1l1dad'), [])
  })
})
