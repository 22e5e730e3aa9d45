// What a reader of a cut log needs, last of all: the steps and tests that failed, those that needed a second try, and how many there
// were. `node .ci/verdict.js FOLDER`: FOLDER has what each step said (N-STEP.log), the steps that failed, a line each (failed), and
// Vitest's reports (*.json); ends non-zero where anything failed. `node .ci/verdict.js FOLDER cut-short` only prints the files whose worker
// ended under them. Plain JavaScript without packages: it has the last word also where they could not be installed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Lines of a message; the whole of it stands further up. */
const MESSAGE_LINES = 12
/** Last lines of a step that failed without a test that did. */
const STEP_LINES = 40
/** Lines of errors outside of any test, such as the end of a worker. */
const OUTSIDE_LINES = 30

const [folder = '.', only] = process.argv.slice(2)
const read = (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '')
const reports = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({ name: name.replace('.json', ''), ...JSON.parse(read(name)) }))
const failedSteps = read('failed')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => ({ log: line.slice(0, line.indexOf(' ')), step: line.slice(line.indexOf(' ') + 1) }))

const files = reports.flatMap(({ name, testResults }) =>
  testResults.map((file) => ({ ...file, place: `[${name}] ${relative(process.cwd(), file.name)}` })),
)
const tests = files.flatMap(({ place, assertionResults }) =>
  assertionResults.map((test) => ({
    ...test,
    place: `${place} > ${[...test.ancestorTitles, test.title].filter(Boolean).join(' > ')}`,
  })),
)
const failedTests = tests.filter(({ status }) => status === 'failed')
const triedTwice = tests.filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
/** Files that could not be loaded, or whose hooks failed. */
const failedFiles = files.filter(
  ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
)
/** Files whose worker ended before they did: Vitest has no word on them. */
const cutShort = failedFiles.filter(({ message }) => message === '')
if (only === 'cut-short') {
  process.stdout.write(cutShort.map(({ name }) => relative(process.cwd(), name)).join(' '))
  process.exit()
}
const again = reports.find(({ name }) => name === 'again')?.testResults ?? []
const isRecovered = (file) =>
  cutShort.includes(file) && again.some(({ name, status }) => name === file.name && status === 'passed')
const recovered = failedFiles.filter(isRecovered)
const lostFiles = failedFiles.filter((file) => !isRecovered(file))

const passed = reports.reduce((sum, { numPassedTests }) => sum + numPassedTests, 0)
/** Errors outside of any test; the end of a worker is one of them. */
const errorsIn = (log) => (read(log).match(/Unhandled Error /g) ?? []).length
/** What Vitest said of a step is told test by test, unless the step broke off without a failing one. */
const isVitest = ({ step }) => /vitest|npm test/.test(step)
const isTold = (one) => isVitest(one) && failedTests.length + lostFiles.length > 0
const isMended = (one) => isVitest(one) && recovered.length > 0 && errorsIn(one.log) <= recovered.length
const brokenSteps = failedSteps.filter((one) => isTold(one) || !isMended(one))
const failed = failedTests.length + lostFiles.length + brokenSteps.filter((one) => !isTold(one)).length

const say = (line) => process.stdout.write(`${line}\n`)
const plain = (text) => stripVTControlCharacters(text).trim().split('\n')
const tell = (place, message) => {
  say(`FAILED ${place}`)
  const lines = plain(message).filter((line) => !/^ +at .*(node_modules|new Promise|node:)/.test(line))
  for (const line of lines.slice(0, MESSAGE_LINES)) say(`    ${line}`)
}

if (failed > 0) say('\n== what failed')
for (const one of brokenSteps) {
  say(`FAILED STEP ${one.step}`)
  const lines = plain(read(one.log))
  const outside = lines.findIndex((line) => line.includes('Unhandled Error'))
  const shown = isTold(one)
    ? outside < 0
      ? []
      : lines.slice(outside, outside + OUTSIDE_LINES)
    : lines.slice(-STEP_LINES)
  for (const line of shown) say(`    ${line}`)
}
for (const { place, message } of lostFiles) tell(place, message)
for (const { place, failureMessages } of failedTests) tell(place, failureMessages.at(-1) ?? '')
if (triedTwice.length + recovered.length > 0) say('\n== passed in their second try')
for (const { place, failureMessages } of triedTwice) say(`SECOND TRY ${place}: ${plain(failureMessages[0] ?? '')[0]}`)
for (const { place } of recovered) say(`SECOND TRY ${place}: its worker ended`)
say(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
