export { default as lighthouse } from 'lighthouse';
export { default as puppeteer } from 'puppeteer-core';
