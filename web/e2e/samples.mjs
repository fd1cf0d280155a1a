/** What an inspector enters into a record: asked of the product's own filler (fill.py), which keeps running. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const PYTHON = process.env.PYTHON ?? '../.venv/bin/python';
let filler;

function started() {
  const env = { ...process.env, PYTHONPATH: '../server' };
  const child = spawn(PYTHON, ['e2e/fill.py'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.unref();
  for (const end of [child.stdin, child.stdout]) end.unref?.();
  const waiting = [];
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift().told(JSON.parse(line)));
  child.on('exit', () => {
    for (const one of waiting.splice(0)) one.failed(new Error('fill.py has ended'));
  });
  return { child, waiting };
}

/** The answer of the filler to a question. */
export function asked(...question) {
  filler ??= started();
  return new Promise((told, failed) => {
    filler.waiting.push({ told, failed });
    filler.child.stdin.write(`${JSON.stringify(question)}\n`);
  });
}
