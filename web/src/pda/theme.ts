/** 日光: black on white, thick edges, for a screen in the sun. */
const STORE = 'pda_sun';

export const isSunny = () => localStorage.getItem(STORE) === '1';
export const setSunny = (on: boolean) => localStorage.setItem(STORE, on ? '1' : '0');
