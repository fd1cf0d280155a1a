// A bad line and a weak computer, to see that nothing typed or pressed meanwhile is lost: SLOW=3 makes the processor three
// times slower, and each call or its answer waits for up to 1.2 seconds.
const LATE = 1200; // milliseconds at most

export async function slowDown(page, rate = Number(process.env.SLOW ?? 0)) {
  if (!rate) return;
  const tools = await page.context().newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate });
  const wait = () => new Promise((over) => setTimeout(over, Math.random() * LATE));
  await page.route('**/api/**', async (route) => {
    try {
      const isFile = /multipart/.test(route.request().headers()['content-type'] ?? ''); // only the browser has it whole
      if (isFile || Math.random() < 0.5) {
        await wait();
        await route.continue();
      } else {
        const response = await route.fetch();
        await wait();
        await route.fulfill({ response });
      }
    } catch {
      // the page was closed meanwhile
    }
  });
}
